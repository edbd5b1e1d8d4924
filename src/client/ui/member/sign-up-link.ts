/** Leads a visitor to Sign Up; the tap is stored and carried out after the login. */
export type SignUpLink = {
  to: '/account/register';
  search: { returnUrl: string; aim: 'follow' | 'copy' | 'book'; tipster: string };
  onClick: () => void;
};
