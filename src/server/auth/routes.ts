import type { FastifyRequest } from 'fastify';

import {
  endSession as endSessionCall,
  forgotPassword,
  login,
  logout,
  register,
  renew,
  resendVerification,
  resetPassword as resetPasswordCall,
  validateEmail,
} from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { resetGuards } from '#contract/account/security.ts';

import { addressOf } from '../platform/network.ts';
import { type Call, type Routes, serve } from '../serve.ts';
import { attempts, loginAttempts } from './attempts.ts';
import { endSession, logIn, renewSession } from './sessions.ts';
import { secondSteps } from './authenticator.ts';
import { type LinkRequest, clientPage } from './mailed-links.ts';
import { resetGuardsOf, resetPassword, sendReset } from './password-reset.ts';
import { originOf } from './request-origin.ts';
import { isEndOf } from './tokens.ts';
import { register as makeAccount, resend, verifyEmail } from './registration.ts';

// Limit per address, which a whole stadium may share.
const usualLimit = { maxAttempts: 300, minutes: 15 };

/** Accounts and sessions. */
export const accountRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const countLogin = loginAttempts(services);
  const secondStep = secondSteps(services);

  serveLimited(register, async ({ body, request }) => {
    await makeAccount(services, body, toLinkRequest(request, body, 'verify-email'));
    return {
      message: 'Your registration is successful. Please check your mail to activate your account',
    };
  });

  serve(app, login, async ({ body, request }) => {
    const attempt = { address: addressOf(request.ip), account: body.email.toLowerCase() };
    const credentials = { ...body, code: body.code, ...originOf(request, services) };
    return countLogin(attempt, async () => logIn(services, credentials, secondStep));
  });

  serveLimited(resendVerification, async ({ body, request }) => {
    await resend(services, toLinkRequest(request, body, 'verify-email'));
    return { message: 'If the account waits for its activation, a new link is on its way.' };
  });

  serveLimited(validateEmail, async ({ body, member }) => {
    const isVerified = await verifyEmail(services, body.access_token, member);
    if (!isVerified) throw new ApiProblem('link-invalid');
    return { message: 'Email Verification Successful' };
  });

  serveLimited(forgotPassword, async ({ body, request, reply }) => {
    await sendReset(services, toLinkRequest(request, body, 'reset-password'));
    reply.code(202);
    return { message: 'If there is such an account, a link is on its way.' };
  });

  serveLimited(resetPasswordCall, async ({ body }) => {
    await resetPassword(services, body);
    return {};
  });

  serveLimited(resetGuards, async ({ body }) => ({
    guards: await resetGuardsOf(services, body.token),
  }));

  serve(app, renew, async ({ member }) => renewSession(services, member));

  serve(app, logout, async ({ member, reply }) => {
    await endSession(database, member.sessionId, clock());
    // Not "storage": unsent changes stay on the phone if their member chose that.
    reply.header('clear-site-data', '"cache", "cookies"');
    return { message: 'You are logged out.' };
  });

  serveLimited(endSessionCall, async ({ body: { session, end } }) => {
    if (!isEndOf(end, session, settings.jwtSecret)) {
      throw new ApiProblem('invalid-input', { errors: { end: ['not-allowed'] } });
    }
    await endSession(database, session, clock());
    return { message: 'The session has ended.' };
  });

  /** Serves an open route with a limit per address. */
  function serveLimited<const R extends Route>(
    route: R,
    handler: (call: Call<R>) => Promise<ReplyOf<R>>,
  ): void {
    const tries = attempts(services, { name: route.path, ...usualLimit });
    serve(app, route, async (call) => {
      await tries.count(addressOf(call.request.ip));
      return handler(call);
    });
  }

  function toLinkRequest(
    request: FastifyRequest,
    body: { email: string } & Parameters<typeof clientPage>[0],
    purpose: Parameters<typeof clientPage>[1],
  ): LinkRequest {
    const page = clientPage(body, purpose, settings.publicOrigin);
    return { email: body.email, page, ...originOf(request, services) };
  }
};
