// What the parts of the promotions desk share: a promotion as it was last told, and ways to change it.

import { get, poll } from '../../api.js';
import { houseTime, setClock, ticking } from '../../clock.js';
import { Sender } from '../send.js';

const OFTEN_MS = 10_000;
const SOON_MS = 150;

/** Tells whether the house would take an act now: it said so, or the time has come that was all that was missing. */
export const isTaken = (may) => Boolean(may) && (may.takes || (Number.isFinite(may.until) && may.until <= houseTime()));

/** Makes the desk about what is at `path`. `drawn(told)` hears whenever it has changed. */
export function newDesk(context, path, changed) {
  const sender = new Sender(context);
  const forms = new Map();
  let [drawn, timer, busy, again, come] = ['', null, null, false, 0];
  const desk = {
    context, told: null, ticks: [], paused: false,
    /** What the house says of an act of whoever looks: whether it would take it now, and if not, why. */
    may: (it, act, about = {}) => it.can.find((one) => one.act === act && ['award', 'claim', 'dispute', 'prize', 'voucher'].every((key) => (one[key] ?? null) === (about[key] ?? null))),
    can: (it, act, about) => isTaken(desk.may(it, act, about)),
    /** Does something, and looks again. */
    async act(kind, fields, done, wrong) {
      const answer = await sender.send({ [kind]: fields }, done, wrong);
      if (answer) await desk.load();
      return answer;
    },
    /** Asks what the orders of these games want. */
    form(games = []) {
      const key = [...games].sort().join(',');
      if (!forms.has(key)) forms.set(key, get(`/api/promotions/form${key ? `?games=${key}` : ''}`));
      forms.get(key).catch(() => forms.delete(key));
      return forms.get(key);
    },
    /** Forgets what the orders and the law were said to want. */
    forget: () => forms.clear(),
    async load(asked = get) {
      if (busy) {
        again = true;
        return busy;
      }
      busy = look(asked);
      await busy;
      busy = null;
      if (!again) return undefined;
      again = false;
      return desk.load(asked);
    },
    start() {
      const soon = () => {
        timer ??= setTimeout(() => {
          timer = null;
          desk.load(poll);
        }, SOON_MS);
      };
      const often = setInterval(() => document.hidden || desk.load(poll), OFTEN_MS);
      const ends = [context.live.promotions(soon), context.live.on('staff', soon), ticking(tick),
        () => clearInterval(often), () => clearTimeout(timer)];
      return () => ends.forEach((end) => end());
    },
    /** Draws it anew, even if nothing has changed. */
    redraw() {
      drawn = '';
      show();
    },
  };
  return desk;

  async function look(asked) {
    try {
      desk.told = await asked(path);
      setClock(desk.told.now);
      show();
    } catch (error) {
      if (!desk.told) throw error;
      if (asked === get) context.note(error);
    }
  }

  /** How many times have come since the house was asked. */
  function passed() {
    return desk.told.can?.filter((one) => !one.takes && isTaken(one)).length ?? 0;
  }

  function tick() {
    desk.ticks.forEach((each) => each());
    if (desk.told && passed() !== come) show();
  }

  function show() {
    come = passed();
    const { number: _, now: __, ...rest } = desk.told;
    const next = JSON.stringify([rest, passed()]);
    if (next === drawn || desk.paused) return;
    drawn = next;
    desk.ticks.length = 0;
    changed(desk.told);
  }
}
