import * as z from 'zod/mini';
import { resetPassword } from '#contract/accounts.ts';
import { passwordLength } from '#contract/limits.ts';
import { requiredText } from '#contract/values.ts';

/** A new password, typed twice; only the first goes to the server. */
export const NewPasswordForm = z
  .object({
    password: resetPassword.body.shape.password,
    password_confirmation: requiredText(passwordLength.max),
  })
  .check(
    z.refine(
      (form: { password: string; password_confirmation: string }) =>
        form.password === form.password_confirmation,
      { path: ['password_confirmation'], params: { code: 'mismatch' } },
    ),
  );
