/** What a backend can do beyond the spec's calls: all that the drain's core and the screens may ask. */
export type Capabilities = {
  /** It does nothing twice that comes with the same key, and takes the ids chosen here. */
  keys: boolean;
  /** It gives versions and tags, and takes a change only on top of the version that was seen. */
  versions: boolean;
  /** It takes several operations in one request. */
  batch: boolean;
  /** It gives what has changed since a cursor, and lists page by page; otherwise lists come whole. */
  deltas: boolean;
  /** Its responses prove that they are its own, and its tokens name their member. */
  verifiedResponses: boolean;
  /** Its tokens and profiles name a member's role; otherwise it lets everybody ask for everything. */
  roles: boolean;
  /** It has fixtures with their prices; otherwise the odds service gives them. */
  fixtures: boolean;
  /** It lists everybody's tips. */
  feed: boolean;
  /** It has tipsters' records and monthly tables. */
  records: boolean;
  /** It has the administrators' desk: results, and what is done by fixture. */
  desk: boolean;
  /** It has time-outs; otherwise this phone alone enforces them. */
  timeOuts: boolean;
  /** It has the calls and fields of ours that nothing here names, such as taking a tip back. */
  extensions: boolean;
  /** It has settings of an account: who sees the phone number, links to a new password, an age. */
  accountSettings: boolean;
};
