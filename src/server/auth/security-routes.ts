import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeyLogin,
  changeEmail,
  changePassword as changePasswordCall,
  confirmAuthenticator,
  confirmEmail,
  endDeviceSession,
  logoutEverywhere,
  passkeyLogin,
  removeAuthenticator,
  removeGuard,
  removePasskey,
  securitySettings,
  revertEmailChange,
} from '#contract/account/security.ts';

import { toMailbox } from '../mail/queue.ts';
import { toRateLimitKey } from '../platform/network.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import { createAttemptCounter } from './attempts.ts';
import {
  readAuthenticator,
  createMissingCodeProblem,
  createAuthenticator,
  createSecondFactorCheck,
  deactivateAuthenticator,
  activateAuthenticator,
} from './authenticator.ts';
import { readDevices, endOwnSession } from './devices.ts';
import {
  requestEmailChange,
  confirmEmailChange,
  readRequestedEmail,
  undoEmailChange,
} from './email-change.ts';
import { removeGuardByLink } from './guard-links.ts';
import { createPasswordCheck } from './own-password.ts';
import {
  storePasskey,
  logInByPasskey,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  readPasskeys,
  deletePasskey,
} from './passkeys.ts';
import { changePassword } from './password-change.ts';
import { readRequestOrigin } from './request-origin.ts';
import { endSessions } from './sessions.ts';

/** Routes for login guards, passwords and emails; clients never queue these calls offline. */
export const securityRoutes: RoutePlugin = async (app, services) => {
  const { database, clock, settings } = services;
  const checkPassword = createPasswordCheck(services);
  const withOwnCode = createSecondFactorCheck(services, createMissingCodeProblem);

  serveRoute(app, securitySettings, async ({ member }) => ({
    email: member.email,
    nextEmail: await readRequestedEmail(database, member.id, clock()),
    devices: await readDevices(database, member, clock()),
    passkeys: await readPasskeys(database, member.id),
    authenticator: {
      ...(await readAuthenticator(database, member.id)),
      required: settings.environment === 'production' && member.role === 'administrator',
    },
  }));

  serveRoute(app, changePasswordCall, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.currentPassword, 'currentPassword');
    const { askedFrom } = readRequestOrigin(request, services);
    await changePassword(services, member, { proven, password: body.password, askedFrom });
    return { message: 'Your password is changed. You are logged out everywhere else.' };
  });

  const requestLimit = createAttemptCounter(services, {
    name: 'email-change',
    maxAttempts: 5,
    minutes: 24 * 60,
  });
  // Limits mails to one new address from all members together, so that nobody floods a mailbox.
  const mailed = createAttemptCounter(services, {
    name: 'email-change-to',
    maxAttempts: 3,
    minutes: 24 * 60,
  });
  serveRoute(app, changeEmail, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    await requestLimit.count(member.id);
    await mailed.count(toMailbox(body.email));
    const { askedFrom } = readRequestOrigin(request, services);
    await requestEmailChange(services, { passwordProof: proven, email: body.email, askedFrom });
    return {
      message: 'Look into the new mailbox: nothing changes before you open the link there.',
    };
  });

  const opened = createAttemptCounter(services, {
    name: 'email-links',
    maxAttempts: 300,
    minutes: 15,
  });
  serveRoute(app, confirmEmail, async ({ body, member, request }) => {
    await opened.count(toRateLimitKey(request.ip));
    const { askedFrom } = readRequestOrigin(request, services);
    const { token, password } = body;
    const callerId = member?.id;
    await confirmEmailChange(services, { token, callerId, password, checkPassword, askedFrom });
    return { message: 'This is your email now.' };
  });

  serveRoute(app, revertEmailChange, async ({ body, request }) => {
    await opened.count(toRateLimitKey(request.ip));
    await undoEmailChange(services, body.token, readRequestOrigin(request, services).askedFrom);
    return { message: 'The change is taken back. Look into your mail to choose a new password.' };
  });

  serveRoute(app, removeGuard, async ({ body, request }) => {
    await opened.count(toRateLimitKey(request.ip));
    await removeGuardByLink(services, body.token, readRequestOrigin(request, services).askedFrom);
    return { message: 'It is removed. Look into your mail to choose a new password.' };
  });

  serveRoute(app, beginAuthenticator, async ({ body, member }) => {
    const proven = await checkPassword(member.id, body.password);
    return withOwnCode(member.id, body.code, async (checkCode) =>
      createAuthenticator(services, proven, checkCode),
    );
  });

  const codes = createAttemptCounter(services, {
    name: 'first-code',
    maxAttempts: 20,
    minutes: 60,
  });
  serveRoute(app, confirmAuthenticator, async ({ body, member, request }) => {
    await codes.count(member.id);
    const activation = { ...body, ...readRequestOrigin(request, services) };
    return { recoveryCodes: await activateAuthenticator(services, member.id, activation) };
  });

  serveRoute(app, removeAuthenticator, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    const { askedFrom } = readRequestOrigin(request, services);
    await withOwnCode(member.id, body.code, async (checkCode) =>
      deactivateAuthenticator(services, proven, { checkCode, askedFrom }),
    );
    return { message: 'Your login asks for no code any more.' };
  });

  serveRoute(app, beginPasskey, async ({ body, member }) =>
    createPasskeyOptions(services, await checkPassword(member.id, body.password)),
  );

  serveRoute(app, addPasskey, async ({ body, member, request }) => {
    await codes.count(member.id);
    const { response } = body;
    await storePasskey(services, member, { response, ...readRequestOrigin(request, services) });
    return { message: 'The passkey is kept.' };
  });

  serveRoute(app, removePasskey, async ({ body, member, request }) => {
    const proven = await checkPassword(member.id, body.password);
    const { askedFrom } = readRequestOrigin(request, services);
    await deletePasskey(services, proven, { id: body.id, askedFrom });
    return { message: 'The passkey is removed.' };
  });

  // Many members may share one IP address, for example in a stadium.
  const keyLogins = createAttemptCounter(services, {
    name: 'passkey-login',
    maxAttempts: 1_200,
    minutes: 15,
  });
  serveRoute(app, beginPasskeyLogin, async ({ request }) => {
    await keyLogins.count(toRateLimitKey(request.ip));
    return createPasskeyLoginOptions(services);
  });

  serveRoute(app, passkeyLogin, async ({ body, request }) => {
    await keyLogins.count(toRateLimitKey(request.ip));
    const { response, rememberMe } = body;
    return logInByPasskey(services, {
      response,
      rememberMe,
      ...readRequestOrigin(request, services),
    });
  });

  serveRoute(app, endDeviceSession, async ({ params, member }) => {
    await endOwnSession(database, member, { id: params.id, now: clock() });
    return { message: 'That device is logged out.' };
  });

  serveRoute(app, logoutEverywhere, async ({ body, member }) => {
    const but = body.stayHere ? member.sessionId : undefined;
    await endSessions(database, member.id, { now: clock(), but });
    return { message: 'You are logged out.' };
  });
};
