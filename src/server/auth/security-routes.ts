import {
  changePassword as changePasswordCall,
  endDevice,
  logoutEverywhere,
  security,
} from '#contract/security.ts';

import { type Routes, serve } from '../serve.ts';
import { devicesOf, endOwnSession } from './devices.ts';
import { networkOf } from './mailed-links.ts';
import { passwordAsked } from './own-password.ts';
import { changePassword } from './password-change.ts';
import { endSessions } from './sessions.ts';

/** What guards an account, and how its owner changes that. None of it is ever queued. */
export const securityRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const askPassword = passwordAsked(services);

  serve(app, security, async ({ member }) => ({
    email: member.email,
    devices: await devicesOf(database, member, clock()),
  }));

  serve(app, changePasswordCall, async ({ body, member, request }) => {
    const proven = await askPassword(member.id, body.currentPassword);
    const askedFrom = networkOf(request.ip, settings.jwtSecret);
    await changePassword(services, member, { proven, password: body.password, askedFrom });
    return { message: 'Your password is changed. You are logged out everywhere else.' };
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
