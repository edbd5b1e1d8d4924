/** Features of a backend beyond the calls of the spec. Drain and screens decide by these only. */
export type Capabilities = {
  /** It executes a key only once, and accepts ids chosen by the client. */
  keys: boolean;
  /** It sends versions and tags, and refuses a change of an outdated version. */
  versions: boolean;
  /** It accepts several operations in one request. */
  batch: boolean;
  /** It sends changes since a cursor and pages of lists; otherwise lists are sent whole. */
  deltas: boolean;
  /** Its responses are identifiable as its own, and its tokens name their member. */
  verifiedResponses: boolean;
  /**
   * Its tokens and profiles contain the member's role; otherwise every member may try every call.
   */
  roles: boolean;
  /** It has fixtures with prices; otherwise the odds service supplies them. */
  fixtures: boolean;
  /** It lists the tips of all tipsters. */
  feed: boolean;
  /** It has tipsters' records and monthly tables. */
  records: boolean;
  /** It has the administrators' desk: results, and changes of all tickets of a fixture. */
  desk: boolean;
  /** It enforces time-outs; otherwise only this phone does. */
  timeOuts: boolean;
  /** It has the further calls and fields of Touchline, such as withdrawing a tip. */
  extensions: boolean;
  /** It has account settings: visibility of the phone number, password links, age confirmation. */
  accountSettings: boolean;
};
