// What waits is seen and heard: a number in the title and on the icon, and a sound for whoever wants one.

import { h } from '../../dom.js';

const SETTING = 'pit-sound';

/** Makes the alarm. `waits(count)` is told how much waits; a sound comes when it is more than before. */
export function newAlarm(context) {
  let on = localStorage.getItem(SETTING) === 'yes';
  let last = null;
  const button = h('button.button.quiet', { type: 'button', 'aria-pressed': String(on), onclick: toggle }, words());
  return { element: button, waits, end: () => badge(0) };

  function words() {
    return on ? 'Sound is on' : 'Sound is off';
  }

  function toggle() {
    on = !on;
    localStorage.setItem(SETTING, on ? 'yes' : 'no');
    button.setAttribute('aria-pressed', String(on));
    button.textContent = words();
    if (on) sound();
  }

  function waits(count) {
    context.title(count > 0 ? `(${count}) Pit` : 'Pit');
    badge(count);
    if (last !== null && count > last) {
      context.speak(`${count} ${count === 1 ? 'thing waits' : 'things wait'} for somebody.`);
      if (on) sound();
    }
    last = count;
  }
}

/** Shows a number on the icon of the page, where the system has a place for it. */
function badge(count) {
  (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** Two short tones. */
function sound() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loud = new GainNode(audio, { gain: 0.12 });
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at * 0.18);
    tone.stop(audio.currentTime + at * 0.18 + 0.14);
    if (at === 1) tone.onended = () => audio.close();
  });
}
