/** The columns of a member's row beside the id: a tipster with a verified email. */
export function aTipster(name: string, at: Date) {
  return {
    userName: name.toLowerCase(),
    passwordHash: 'nobody knows',
    firstName: name,
    lastName: 'Obi',
    phoneNumber: '+234 801 234 5678',
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    isTipster: true,
    emailVerifiedAt: at,
    createdAt: at,
  };
}
