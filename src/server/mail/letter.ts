/** A mail as it is handed to whoever carries it. */
export type Letter = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  createdAt: Date;
};

/** The outermost part of the way: a mail server, or a folder. */
export type Carrier = {
  carry: (letter: Letter) => Promise<void>;
  close: () => void;
};

/** The mail server says for good that this letter cannot be had; asking again would not help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
