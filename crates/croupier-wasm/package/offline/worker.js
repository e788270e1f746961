// Asks the program what the page wants to know, so that the page can still be used meanwhile.

let program = null;

onmessage = async ({ data: { id, bytes, call, given } }) => {
  try {
    if (bytes) program = await load(bytes);
    const progress = (done, all) => postMessage({ id, progress: [done, all] });
    const options = call === 'verify' ? [given[0], { ...given[1], progress }] : given;
    postMessage({ id, answer: call ? await program[call](...options) : null });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
