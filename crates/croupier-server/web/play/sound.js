// The sounds of a table, made here: a card that slides, a chip that falls, dice that tumble, two notes for a win. None until
// somebody asks for it; the choice is kept on this device.

const KEPT = 'croupier-sound';
let context = null;

/** Tells whether sound was asked for on this device. */
export const isOn = () => localStorage.getItem(KEPT) === 'on';

/** Turns sound on or off. It may begin only with something that a person does. */
export function turn(on) {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  if (on) play('chip');
}

/** Plays `card`, `chip`, `dice` or `win`, if sound is on. */
export function play(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  const now = context.currentTime;
  for (const make of SOUNDS[name]) make(now);
}

const SOUNDS = {
  card: [(now) => noise(now, 0.07, 2600, 0.10)],
  chip: [(now) => noise(now, 0.025, 4200, 0.16), (now) => noise(now + 0.05, 0.025, 3600, 0.12)],
  dice: [0, 0.09, 0.16, 0.27, 0.33].map((after) => (now) => noise(now + after, 0.03, 1500, 0.20)),
  win: [[0, 660], [0.12, 880]].map(([after, pitch]) => (now) => tone(now + after, 0.18, pitch, 0.07)),
};

/** A short burst of noise around a pitch. */
function noise(at, length, pitch, loudness) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < samples; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / samples);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 1.2 })).connect(new GainNode(context, { gain: loudness })).connect(context.destination);
  source.start(at);
}

/** A note that fades. */
function tone(at, length, pitch, loudness) {
  const source = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(context, { gain: loudness });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** Says which sound goes with what happened; one at most, the most telling. */
export function soundOf(happened) {
  const names = happened.map((event) => Object.keys(event.game ?? {})[0]);
  if (names.some((name) => ['dealt', 'dealt-face-down', 'faced'].includes(name))) return 'card';
  return names.includes('placed') ? 'chip' : null;
}
