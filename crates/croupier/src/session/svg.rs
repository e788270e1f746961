//! A small drawing of axes, lines, bands and bars as SVG, for light, dark and paper.
#![allow(clippy::float_arithmetic, reason = "places on a drawing decide nothing")]

use std::fmt::Write as _;

const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 84.0;
/// How high a row of the legend is.
const ROW: f64 = 20.0;
const BOTTOM: f64 = 58.0;

/// Colours that people with colour blindness can tell apart; on paper the dashes tell them apart too.
const STYLE: &str = "\
<style>
svg{color-scheme:light dark}
text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;font-size:13px;fill:#222}
.title{font-size:18px;font-weight:600}.soft{fill:#555}
.paper{fill:#fff}.grid{stroke:#ddd;stroke-width:1}.axis{stroke:#222;stroke-width:1.2}
.zero{stroke:#222;stroke-width:1;stroke-dasharray:2 3}
.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.thin{fill:none;stroke-width:.7;opacity:.35}
.band{opacity:.18}.bar{opacity:.75}
.s0{--c:#0067a5}.s1{--c:#c2410c}.s2{--c:#00795a}.s3{--c:#9d3a86}.s4{--c:#8a6d00}.s5{--c:#2f3e9e}
.line,.thin{stroke:var(--c)}.band,.bar,.key{fill:var(--c)}
.d1{stroke-dasharray:8 3}.d2{stroke-dasharray:3 3}.d3{stroke-dasharray:12 3 3 3}
.d4{stroke-dasharray:6 6}.d5{stroke-dasharray:1 4}
@media screen and (prefers-color-scheme:dark){
text{fill:#eee}.soft{fill:#bbb}.paper{fill:#16181d}.grid{stroke:#333}.axis,.zero{stroke:#eee}
.s0{--c:#5ab0e6}.s1{--c:#ff9a5c}.s2{--c:#3ecf9f}.s3{--c:#e08acb}.s4{--c:#e3c34a}.s5{--c:#9aa7ff}
.band{opacity:.28}}
</style>";

/// How many colours there are, and how many kinds of dashes.
const COLOURS: usize = 6;

/// How many series can be told apart: each has a colour and dashes that no other has together.
pub(super) const SERIES: usize = COLOURS * COLOURS;

/// The longest name that the legend shows whole.
const LONGEST_NAME: usize = 80;

/// What an axis shows.
#[derive(Clone, Copy)]
pub(super) struct Axis<'a> {
    pub(super) label: &'a str,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Behind every number.
    pub(super) unit: &'a str,
}

/// A drawing.
pub(super) struct Chart<'a> {
    x: Axis<'a>,
    y: Axis<'a>,
    /// Where the axes begin, below the legend.
    top: f64,
    body: String,
}

impl<'a> Chart<'a> {
    /// Starts a drawing with its title, its legend and its axes; it is as high as the legend needs.
    pub(super) fn new(title: &str, about: &str, names: &[&str], x: Axis<'a>, y: Axis<'a>) -> Self {
        let names: Vec<_> = names.iter().map(|name| shortened(name)).collect();
        let places = places(&names);
        let rows = places.last().map_or(0.0, |&(_, row)| row);
        let top = TOP + rows * ROW;
        let mut chart = Self { x: widened(x), y: widened(y), top, body: String::new() };
        let height = chart.height();
        let _ = write!(
            chart.body,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<title>{0}</title>\n{STYLE}\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"28\">{0}</text>\n\
             <text class=\"soft\" x=\"{LEFT}\" y=\"48\">{1}</text>\n",
            escaped(title),
            escaped(about)
        );
        chart.legend(&names, &places);
        chart.axes();
        chart
    }

    fn height(&self) -> f64 {
        HEIGHT - TOP + self.top
    }

    /// Names the series.
    fn legend(&mut self, names: &[String], places: &[(f64, f64)]) {
        for (series, (name, &(x, row))) in names.iter().zip(places).enumerate() {
            let y = 66.0 + row * ROW;
            let _ = writeln!(
                self.body,
                "<polyline class=\"line {}\" points=\"{x:.1},{y:.1} {:.1},{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                class(series),
                x + 26.0,
                x + 32.0,
                y + 4.5,
                escaped(name)
            );
        }
    }

    fn px(&self, x: f64) -> f64 {
        LEFT + (x - self.x.low) / (self.x.high - self.x.low) * (WIDTH - LEFT - RIGHT)
    }

    fn py(&self, y: f64) -> f64 {
        let part = (y - self.y.low) / (self.y.high - self.y.low);
        self.height() - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&mut self) {
        let (bottom, right) = (self.height() - BOTTOM, WIDTH - RIGHT);
        for (at, text) in ticks(&self.y, 8) {
            let y = self.py(at);
            let _ = writeln!(
                self.body,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 8.0,
                y + 4.5
            );
        }
        for (at, text) in ticks(&self.x, 10) {
            let x = self.px(at);
            let _ = writeln!(
                self.body,
                "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{bottom}\" y2=\"{:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 5.0,
                bottom + 21.0
            );
        }
        let (middle, height) = (f64::midpoint(LEFT, right), f64::midpoint(self.top, bottom));
        let _ = writeln!(
            self.body,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
             <text class=\"soft\" x=\"{middle}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"soft\" transform=\"translate(18 {height}) rotate(-90)\" \
             text-anchor=\"middle\">{}</text>",
            self.height() - 14.0,
            escaped(self.x.label),
            escaped(self.y.label)
        );
    }

    /// Draws a level across.
    pub(super) fn level(&mut self, y: f64) {
        if (self.y.low..=self.y.high).contains(&y) {
            let (y, right) = (self.py(y), WIDTH - RIGHT);
            let _ = writeln!(
                self.body,
                "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            );
        }
    }

    /// Draws the line of a series.
    pub(super) fn line(&mut self, points: &[(f64, f64)], series: usize) {
        let (points, class) = (self.points(points.iter()), class(series));
        let _ = writeln!(self.body, "<polyline class=\"line {class}\" points=\"{points}\"/>");
    }

    /// Draws one of many thin lines of a series.
    pub(super) fn thin(&mut self, points: &[(f64, f64)], series: usize) {
        let (points, colour) = (self.points(points.iter()), series % COLOURS);
        let _ = writeln!(self.body, "<polyline class=\"thin s{colour}\" points=\"{points}\"/>");
    }

    /// Draws what lies between two lines.
    pub(super) fn band(&mut self, low: &[(f64, f64)], high: &[(f64, f64)], series: usize) {
        let points = self.points(low.iter().chain(high.iter().rev()));
        let series = series % COLOURS;
        let _ = writeln!(self.body, "<polygon class=\"band s{series}\" points=\"{points}\"/>");
    }

    /// Draws a bar from the bottom.
    pub(super) fn bar(&mut self, from: f64, to: f64, height: f64, series: usize) {
        let (x, y) = (self.px(from), self.py(height));
        let (width, tall) = ((self.px(to) - x - 1.0).max(0.5), (self.py(self.y.low) - y).max(0.0));
        let series = series % COLOURS;
        let _ = writeln!(
            self.body,
            "<rect class=\"bar s{series}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{tall:.1}\"/>"
        );
    }

    fn points<'p>(&self, points: impl Iterator<Item = &'p (f64, f64)>) -> String {
        let mut text = String::new();
        for &(x, y) in points {
            let y = y.clamp(self.y.low, self.y.high);
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{:.1},{:.1}", self.px(x), self.py(y));
        }
        text
    }

    /// Ends the drawing.
    pub(super) fn finish(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }
}

/// Returns the colour and the dashes of a series.
fn class(series: usize) -> String {
    let colour = series % COLOURS;
    // Every round through the colours has the next dashes.
    let dashes = (colour + series / COLOURS) % COLOURS;
    format!("s{colour} d{dashes}")
}

/// Returns where each name of the legend begins: how far from the left, and in which row.
fn places(names: &[String]) -> Vec<(f64, f64)> {
    let (mut x, mut row) = (LEFT, 0.0);
    let mut places = Vec::new();
    for name in names {
        let width = 52.0 + 7.2 * name.chars().count() as f64;
        if x > LEFT && x + width > WIDTH {
            (x, row) = (LEFT, row + 1.0);
        }
        places.push((x, row));
        x += width;
    }
    places
}

/// Cuts a name that is longer than a row of the legend.
fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 3).chain("...".chars()).collect()
}

/// Makes room where an axis would have none.
fn widened(axis: Axis<'_>) -> Axis<'_> {
    let high = if axis.high > axis.low { axis.high } else { axis.low + 1.0 };
    Axis { high, ..axis }
}

/// Returns round places along an axis, and what is written there.
fn ticks(axis: &Axis<'_>, most: u32) -> Vec<(f64, String)> {
    let span = axis.high - axis.low;
    let mut step = 10_f64.powf((span / f64::from(most)).log10().floor());
    for factor in [2.0, 2.5, 2.0, 2.0] {
        if span / step <= f64::from(most) {
            break;
        }
        step *= factor;
    }
    let decimals = if step >= 1.0 { 0 } else { (-step.log10().floor()).clamp(0.0, 6.0) as usize };
    let first = (axis.low / step).ceil();
    let mut ticks = Vec::new();
    for at in 0..=most + 2 {
        let value = (first + f64::from(at)) * step;
        if value > axis.high + step * 1e-9 {
            break;
        }
        // A zero that was computed may carry a sign.
        let shown = if value.abs() < step * 1e-9 { 0.0 } else { value };
        ticks.push((value, format!("{shown:.decimals$}{}", axis.unit)));
    }
    ticks
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(low: f64, high: f64) -> Vec<String> {
        let axis = Axis { label: "", low, high, unit: "" };
        ticks(&axis, 8).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(
            shown(0.0, 4.0),
            ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5", "4.0"]
        );
        assert_eq!(shown(-300.0, 470.0), ["-300", "-200", "-100", "0", "100", "200", "300", "400"]);
        for (low, high) in [(0.0, 1e-3), (-5.0, 1e9), (3.0, 3.5), (-1e6, -1.0)] {
            let count = shown(low, high).len();
            assert!((2..=9).contains(&count), "{low} to {high}: {count}");
        }
    }

    #[test]
    fn a_drawing_is_well_formed() {
        let axis = Axis { label: "a & b", low: 0.0, high: 0.0, unit: "" };
        let mut chart = Chart::new("<title>", "\"about\"", &["one"], axis, axis);
        chart.line(&[(0.0, 0.0), (1.0, 1.0)], 7);
        chart.thin(&[(0.0, 0.0), (1.0, 1.0)], 7);
        chart.band(&[(0.0, 0.0)], &[(1.0, 1.0)], 0);
        chart.bar(0.0, 1.0, 0.5, 0);
        chart.level(0.0);
        let text = chart.finish();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(text.contains("&lt;title&gt;") && !text.contains("NaN"), "{text}");
    }
    #[test]
    fn every_series_looks_different() {
        let mut classes: Vec<_> = (0..SERIES).map(class).collect();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), SERIES);
    }

    #[test]
    fn a_long_legend_goes_on_in_the_next_row() {
        let names = ["line-double-odds", "x".repeat(500).as_str()].map(shortened);
        let names: Vec<_> = names.iter().cycle().take(SERIES).cloned().collect();
        let places = places(&names);
        for (name, (x, _)) in names.iter().zip(&places) {
            let right = x + 32.0 + 7.2 * name.chars().count() as f64;
            assert!(right <= WIDTH, "{name} ends at {right}");
        }
        assert!(places.windows(2).all(|pair| pair[0] < pair[1] || pair[0].1 < pair[1].1));
        let axis = Axis { label: "", low: 0.0, high: 1.0, unit: "" };
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let chart = Chart::new("", "", &names, axis, axis);
        let rows = places.last().map_or(0.0, |place| place.1);
        assert!(rows >= 1.0 && chart.top >= 66.0 + rows * ROW, "the axes begin below the legend");
    }
}
