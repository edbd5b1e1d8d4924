/** Nothing was posted or booked, because its member is on a time-out. */
export class InTimeOut extends Error {
  override readonly name = 'OnABreak';
  readonly until: Date;

  constructor(until: Date) {
    super('Nothing is posted or booked during a break.');
    this.until = until;
  }
}
