// ChaCha20 as a stream of 32-bit words: 256-bit key, 64-bit counter from 0, nonce 0.

/** Writes block `counter` of the key's stream into `words`. */
function block(key, counter, words) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  start.set(key, 4);
  start[12] = counter % 2 ** 32;
  start[13] = Math.floor(counter / 2 ** 32);
  words.set(start);
  for (let round = 0; round < 10; round += 1) {
    quarter(words, 0, 4, 8, 12);
    quarter(words, 1, 5, 9, 13);
    quarter(words, 2, 6, 10, 14);
    quarter(words, 3, 7, 11, 15);
    quarter(words, 0, 5, 10, 15);
    quarter(words, 1, 6, 11, 12);
    quarter(words, 2, 7, 8, 13);
    quarter(words, 3, 4, 9, 14);
  }
  for (let at = 0; at < 16; at += 1) words[at] += start[at];
}

function quarter(words, a, b, c, d) {
  mix(words, a, b, d, 16);
  mix(words, c, d, b, 12);
  mix(words, a, b, d, 8);
  mix(words, c, d, b, 7);
}

/** Adds one word to another, and turns a third by so many bits. */
function mix(words, sum, of, turned, bits) {
  words[sum] += words[of];
  const mixed = words[turned] ^ words[sum];
  words[turned] = (mixed << bits) | (mixed >>> (32 - bits));
}

/** The words of a key's stream, one after the other. */
export class ChaCha20 {
  #key;
  #words = new Uint32Array(16);
  #counter = 0;
  #at = 16;

  /** Starts the stream of a key of 32 bytes. */
  constructor(key) {
    const bytes = new DataView(key.buffer, key.byteOffset, 32);
    this.#key = Uint32Array.from({ length: 8 }, (_, at) => bytes.getUint32(at * 4, true));
  }

  /** Returns the next word. */
  next() {
    if (this.#at === 16) {
      block(this.#key, this.#counter, this.#words);
      this.#counter += 1;
      this.#at = 0;
    }
    this.#at += 1;
    return this.#words[this.#at - 1];
  }
}
