/** Leads a visitor to Sign Up; the tap is stored, to be carried out once they are logged in. */
export type SignUpLink = {
  to: '/account/register';
  search: { returnUrl: string; aim: 'follow' | 'copy' | 'book'; tipster: string };
  onClick: () => void;
};
