// A few tones, made here: a coin, a mug, a door. Off until somebody asks for them.
import { sound } from './keep.js';

/** frequency in hertz, start and length in seconds, kind of wave */
const TONES = /** @type {Record<string, [number, number, number, OscillatorType][]>} */ ({
  coin: [[1320, 0, 0.06, 'triangle'], [1760, 0.06, 0.14, 'triangle']],
  mug: [[196, 0, 0.09, 'sine'], [147, 0.07, 0.16, 'sine']],
  door: [[98, 0, 0.16, 'triangle'], [82, 0.14, 0.3, 'triangle']],
  yours: [[660, 0, 0.09, 'sine'], [880, 0.1, 0.16, 'sine']],
});

/** @type {AudioContext | null} */
let room = null;

/** @param {string} name */
export function ring(name) {
  // Browsers let nothing sound before the page was touched.
  if (!sound.peek() || !TONES[name] || navigator.userActivation?.hasBeenActive === false) return;
  try {
    room ??= new AudioContext();
    for (const [pitch, from, length, wave] of TONES[name]) {
      const at = room.currentTime + from;
      const tone = room.createOscillator();
      const loud = room.createGain();
      tone.type = wave;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.08, at);
      loud.gain.exponentialRampToValueAtTime(0.0005, at + length);
      tone.connect(loud).connect(room.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  } catch {
    // no sound here: nothing is lost
  }
}

/** What lines of the log sound like. @param {import('./types').Line[]} lines @param {boolean} asked */
export function ringFor(lines, asked) {
  const kinds = new Set(lines.map((line) => line.kind));
  if (kinds.has('out') || kinds.has('win')) ring('door');
  else if (kinds.has('drink')) ring('mug');
  else if (kinds.has('gold') || kinds.has('ante') || kinds.has('pot')) ring('coin');
  if (asked) ring('yours');
}
