import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeyLogin,
  changeEmail,
  changePassword as changePasswordCall,
  confirmAuthenticator,
  confirmEmail,
  endDevice,
  logoutEverywhere,
  passkeyLogin,
  removeAuthenticator,
  removeGuard,
  removePasskey,
  security,
  undoEmail,
} from '#contract/account/security.ts';

import { mailboxOf } from '../mail/queue.ts';
import { addressOf } from '../platform/network.ts';
import { type Routes, serve } from '../serve.ts';
import { attempts } from './attempts.ts';
import {
  authenticatorOf,
  missingOwnCode,
  newAuthenticator,
  secondSteps,
  deactivateAuthenticator,
  activateAuthenticator,
} from './authenticator.ts';
import { devicesOf, endOwnSession } from './devices.ts';
import {
  requestEmailChange,
  confirmEmailChange,
  nextEmailOf,
  undoEmailChange,
} from './email-change.ts';
import { removeAddedGuard } from './guard-links.ts';
import { createPasswordCheck } from './own-password.ts';
import {
  addKey,
  logInWithKey,
  optionsForLogin,
  optionsForNew,
  passkeysOf,
  removeKey,
} from './passkeys.ts';
import { changePassword } from './password-change.ts';
import { originOf } from './request-origin.ts';
import { endSessions } from './sessions.ts';

/** Routes for login guards, passwords and emails; never queued offline. */
export const securityRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const checkPassword = createPasswordCheck(services);
  const withOwnCode = secondSteps(services, missingOwnCode);

  serve(app, security, async ({ member }) => ({
    email: member.email,
    nextEmail: await nextEmailOf(database, member.id, clock()),
    devices: await devicesOf(database, member, clock()),
    passkeys: await passkeysOf(database, member.id),
    authenticator: {
      ...(await authenticatorOf(database, member.id)),
      required: settings.environment === 'production' && member.role === 'administrator',
    },
  }));

  serve(app, changePasswordCall, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.currentPassword, 'currentPassword');
    const { askedFrom } = originOf(request, services);
    await changePassword(services, member, { proven, password: body.password, askedFrom });
    return { message: 'Your password is changed. You are logged out everywhere else.' };
  });

  const requestLimit = attempts(services, {
    name: 'email-change',
    maxAttempts: 5,
    minutes: 24 * 60,
  });
  // Limits mails to an address over all members: a stranger's mailbox must not be flooded.
  const mailed = attempts(services, { name: 'email-change-to', maxAttempts: 3, minutes: 24 * 60 });
  serve(app, changeEmail, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    await requestLimit.count(member.id);
    await mailed.count(mailboxOf(body.email));
    const { askedFrom } = originOf(request, services);
    await requestEmailChange(services, { proven, email: body.email, askedFrom });
    return {
      message: 'Look into the new mailbox: nothing changes before you open the link there.',
    };
  });

  const opened = attempts(services, { name: 'email-links', maxAttempts: 300, minutes: 15 });
  serve(app, confirmEmail, async ({ body, member, request }) => {
    await opened.count(addressOf(request.ip));
    const { askedFrom } = originOf(request, services);
    const { token, password } = body;
    const callerId = member?.id;
    await confirmEmailChange(services, { token, callerId, password, checkPassword, askedFrom });
    return { message: 'This is your email now.' };
  });

  serve(app, undoEmail, async ({ body, request }) => {
    await opened.count(addressOf(request.ip));
    await undoEmailChange(services, body.token, originOf(request, services).askedFrom);
    return { message: 'The change is taken back. Look into your mail to choose a new password.' };
  });

  serve(app, removeGuard, async ({ body, request }) => {
    await opened.count(addressOf(request.ip));
    await removeAddedGuard(services, body.token, originOf(request, services).askedFrom);
    return { message: 'It is removed. Look into your mail to choose a new password.' };
  });

  serve(app, beginAuthenticator, async ({ body, member }) => {
    const proven = await checkPassword(member.id, body.password);
    return withOwnCode(member.id, body.code, async (checkCode) =>
      newAuthenticator(services, proven, checkCode),
    );
  });

  const codes = attempts(services, { name: 'first-code', maxAttempts: 20, minutes: 60 });
  serve(app, confirmAuthenticator, async ({ body, member, request }) => {
    await codes.count(member.id);
    const activation = { ...body, ...originOf(request, services) };
    return { recoveryCodes: await activateAuthenticator(services, member.id, activation) };
  });

  serve(app, removeAuthenticator, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    const { askedFrom } = originOf(request, services);
    await withOwnCode(member.id, body.code, async (checkCode) =>
      deactivateAuthenticator(services, proven, { checkCode, askedFrom }),
    );
    return { message: 'Your login asks for no code any more.' };
  });

  serve(app, beginPasskey, async ({ body, member }) =>
    optionsForNew(services, await checkPassword(member.id, body.password)),
  );

  serve(app, addPasskey, async ({ body, member, request }) => {
    await codes.count(member.id);
    const { response } = body;
    await addKey(services, member, { response, ...originOf(request, services) });
    return { message: 'The passkey is kept.' };
  });

  serve(app, removePasskey, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    const { askedFrom } = originOf(request, services);
    await removeKey(services, proven, { id: body.id, askedFrom });
    return { message: 'The passkey is removed.' };
  });

  // A whole stadium may share one address.
  const keyLogins = attempts(services, { name: 'passkey-login', maxAttempts: 1_200, minutes: 15 });
  serve(app, beginPasskeyLogin, async ({ request }) => {
    await keyLogins.count(addressOf(request.ip));
    return optionsForLogin(services);
  });

  serve(app, passkeyLogin, async ({ body, request }) => {
    await keyLogins.count(addressOf(request.ip));
    const { response, rememberMe } = body;
    return logInWithKey(services, { response, rememberMe, ...originOf(request, services) });
  });

  serve(app, endDevice, async ({ params, member }) => {
    await endOwnSession(database, member, { id: params.id, now: clock() });
    return { message: 'That device is logged out.' };
  });

  serve(app, logoutEverywhere, async ({ body, member }) => {
    const but = body.stayHere ? member.sessionId : undefined;
    await endSessions(database, member.id, { now: clock(), but });
    return { message: 'You are logged out.' };
  });
};
