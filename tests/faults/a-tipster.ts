/** All that a member's row needs besides who it is: a tipster whose email is verified. */
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
