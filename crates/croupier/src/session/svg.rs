//! A small drawing of axes, lines, bands and bars as SVG, for light, dark and paper.
#![allow(clippy::float_arithmetic, reason = "places on a drawing decide nothing")]

use std::fmt::Write as _;

const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 84.0;
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
.line.s1{stroke-dasharray:8 3}.line.s2{stroke-dasharray:3 3}.line.s3{stroke-dasharray:12 3 3 3}
.line.s4{stroke-dasharray:6 6}.line.s5{stroke-dasharray:1 4}
@media screen and (prefers-color-scheme:dark){
text{fill:#eee}.soft{fill:#bbb}.paper{fill:#16181d}.grid{stroke:#333}.axis,.zero{stroke:#eee}
.s0{--c:#5ab0e6}.s1{--c:#ff9a5c}.s2{--c:#3ecf9f}.s3{--c:#e08acb}.s4{--c:#e3c34a}.s5{--c:#9aa7ff}
.band{opacity:.28}}
</style>";

/// How many series can be told apart.
pub(super) const SERIES: usize = 6;

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
    body: String,
    keys: Vec<String>,
}

impl<'a> Chart<'a> {
    /// Starts a drawing with its title and axes.
    pub(super) fn new(title: &str, about: &str, x: Axis<'a>, y: Axis<'a>) -> Self {
        let mut chart =
            Self { x: widened(x), y: widened(y), body: String::new(), keys: Vec::new() };
        let _ = write!(
            chart.body,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n<title>{0}</title>\n{STYLE}\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"28\">{0}</text>\n\
             <text class=\"soft\" x=\"{LEFT}\" y=\"48\">{1}</text>\n",
            escaped(title),
            escaped(about)
        );
        chart.axes();
        chart
    }

    fn px(&self, x: f64) -> f64 {
        LEFT + (x - self.x.low) / (self.x.high - self.x.low) * (WIDTH - LEFT - RIGHT)
    }

    fn py(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.low) / (self.y.high - self.y.low) * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&mut self) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
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
        let (middle, height) = (f64::midpoint(LEFT, right), f64::midpoint(TOP, bottom));
        let _ = writeln!(
            self.body,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
             <text class=\"soft\" x=\"{middle}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"soft\" transform=\"translate(18 {height}) rotate(-90)\" \
             text-anchor=\"middle\">{}</text>",
            HEIGHT - 14.0,
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

    /// Draws a line of a series; `class` is `line` or `thin`.
    pub(super) fn line(&mut self, points: &[(f64, f64)], series: usize, class: &str) {
        let points = self.points(points.iter());
        let series = series % SERIES;
        let _ = writeln!(self.body, "<polyline class=\"{class} s{series}\" points=\"{points}\"/>");
    }

    /// Draws what lies between two lines.
    pub(super) fn band(&mut self, low: &[(f64, f64)], high: &[(f64, f64)], series: usize) {
        let points = self.points(low.iter().chain(high.iter().rev()));
        let series = series % SERIES;
        let _ = writeln!(self.body, "<polygon class=\"band s{series}\" points=\"{points}\"/>");
    }

    /// Draws a bar from the bottom.
    pub(super) fn bar(&mut self, from: f64, to: f64, height: f64, series: usize) {
        let (x, y) = (self.px(from), self.py(height));
        let (width, tall) = ((self.px(to) - x - 1.0).max(0.5), (self.py(self.y.low) - y).max(0.0));
        let series = series % SERIES;
        let _ = writeln!(
            self.body,
            "<rect class=\"bar s{series}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{tall:.1}\"/>"
        );
    }

    /// Names a series.
    pub(super) fn key(&mut self, name: &str) {
        self.keys.push(name.to_owned());
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
        let mut x = LEFT;
        for (series, name) in self.keys.iter().enumerate() {
            let class = series % SERIES;
            let _ = writeln!(
                self.body,
                "<polyline class=\"line s{class}\" points=\"{x:.1},66 {:.1},66\"/>\
                 <text x=\"{:.1}\" y=\"70.5\">{}</text>",
                x + 26.0,
                x + 32.0,
                escaped(name)
            );
            x += 52.0 + 7.2 * name.chars().count() as f64;
        }
        self.body.push_str("</svg>\n");
        self.body
    }
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
        let mut chart = Chart::new("<title>", "\"about\"", axis, axis);
        chart.line(&[(0.0, 0.0), (1.0, 1.0)], 7, "line");
        chart.band(&[(0.0, 0.0)], &[(1.0, 1.0)], 0);
        chart.bar(0.0, 1.0, 0.5, 0);
        chart.level(0.0);
        chart.key("one");
        let text = chart.finish();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(text.contains("&lt;title&gt;") && !text.contains("NaN"), "{text}");
    }
}
