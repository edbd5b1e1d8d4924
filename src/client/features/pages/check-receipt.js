// Usage: node check-receipt.js https://this-site TIP
const [site, tip] = process.argv.slice(2);
const fetchJson = async (path) => (await fetch(site + path)).json();
const bytes = (text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text);
const hex = (text) => Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
const hash = async (...parts) => {
  const all = await new Blob(parts.map(bytes)).arrayBuffer();
  return Buffer.from(await crypto.subtle.digest('SHA-256', all)).toString('hex');
};
const { events = [], receipts, message } = await fetchJson(`/api/tips/${tip}/history`);
if (message) console.log(message);
for (const { content, digest: own = await hash(content), receipt } of events) {
  const { leaf, digests, index, path, checkpoint: sealed } = receipts[receipt] ?? {};
  if (!leaf) {
    console.log('not in a checkpoint yet', content ?? own);
    continue;
  }
  let head = leaf.startHash;
  for (const digest of digests) head = await hash(hex('02'), hex(head), hex(digest));
  const { chain, start, startHash, end } = leaf;
  let [at, last] = [index, sealed.size - 1];
  let root = await hash(hex('00'), `${chain}\n${start} ${startHash}\n${end} ${head}\n`);
  for (const side of path) {
    const isRight = at % 2 === 1 || at === last;
    root = await hash(hex('01'), hex(isRight ? side : root), hex(isRight ? root : side));
    if (isRight) while (at % 2 === 0 && at > 0) [at, last] = [at >> 1, last >> 1];
    [at, last] = [at >> 1, last >> 1];
  }
  const isWhole = digests.includes(own) && root === sealed.root;
  console.log(isWhole ? `proved by ${sealed.at}` : 'NOT PROVED', content ?? own);
}
