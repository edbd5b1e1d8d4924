import type { FastifyRequest } from 'fastify';

import {
  endSession as endSessionCall,
  forgotPassword,
  login,
  logout,
  register,
  renewLogin,
  resendVerification,
  resetPassword as resetPasswordCall,
  validateEmail,
} from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { listResetGuards } from '#contract/account/security.ts';

import { toRateLimitKey } from '../platform/network.ts';
import { type HandlerArguments, type RoutePlugin, serveRoute } from '../serve.ts';
import { createAttemptCounter, createLoginLimiter } from './attempts.ts';
import { endSession, logIn, renewSession } from './sessions.ts';
import { createSecondFactorCheck } from './authenticator.ts';
import { type LinkRequest, findClientPage } from './mailed-links.ts';
import { readResetGuards, resetPassword, mailPasswordReset } from './password-reset.ts';
import { readRequestOrigin } from './request-origin.ts';
import { isSessionEndCode } from './tokens.ts';
import { registerMember as makeAccount, resendActivation, verifyEmail } from './registration.ts';

// Limit per IP address, which many members may share, for example in a stadium.
const usualLimit = { maxAttempts: 300, minutes: 15 };

/** Routes for registration, login and sessions. */
export const accountRoutes: RoutePlugin = async (app, services) => {
  const { database, clock, settings } = services;
  const countLogin = createLoginLimiter(services);
  const secondStep = createSecondFactorCheck(services);

  serveLimited(register, async ({ body, request }) => {
    await makeAccount(services, body, toLinkRequest(request, body, 'verify-email'));
    return {
      message: 'Your registration is successful. Please check your mail to activate your account',
    };
  });

  serveRoute(app, login, async ({ body, request }) => {
    const attempt = { address: toRateLimitKey(request.ip), account: body.email.toLowerCase() };
    const credentials = { ...body, code: body.code, ...readRequestOrigin(request, services) };
    return countLogin(attempt, async () => logIn(services, credentials, secondStep));
  });

  serveLimited(resendVerification, async ({ body, request }) => {
    await resendActivation(services, toLinkRequest(request, body, 'verify-email'));
    return { message: 'If the account waits for its activation, a new link is on its way.' };
  });

  serveLimited(validateEmail, async ({ body, member }) => {
    const isVerified = await verifyEmail(services, body.access_token, member);
    if (!isVerified) throw new ApiProblem('link-invalid');
    return { message: 'Email Verification Successful' };
  });

  serveLimited(forgotPassword, async ({ body, request, reply }) => {
    await mailPasswordReset(services, toLinkRequest(request, body, 'reset-password'));
    reply.code(202);
    return { message: 'If there is such an account, a link is on its way.' };
  });

  serveLimited(resetPasswordCall, async ({ body }) => {
    await resetPassword(services, body);
    return {};
  });

  serveLimited(listResetGuards, async ({ body }) => ({
    guards: await readResetGuards(services, body.token),
  }));

  serveRoute(app, renewLogin, async ({ member }) => renewSession(services, member));

  serveRoute(app, logout, async ({ member, reply }) => {
    await endSession(database, member.sessionId, clock());
    // Omits "storage", because a member may choose that unsent changes stay on the phone.
    reply.header('clear-site-data', '"cache", "cookies"');
    return { message: 'You are logged out.' };
  });

  serveLimited(endSessionCall, async ({ body: { session, end } }) => {
    if (!isSessionEndCode(end, session, settings.jwtSecret)) {
      throw new ApiProblem('invalid-input', { errors: { end: ['not-allowed'] } });
    }
    await endSession(database, session, clock());
    return { message: 'The session has ended.' };
  });

  /** Serves a route without login, with a limit per IP address. */
  function serveLimited<const R extends Route>(
    route: R,
    handler: (call: HandlerArguments<R>) => Promise<ReplyOf<R>>,
  ): void {
    const tries = createAttemptCounter(services, { name: route.path, ...usualLimit });
    serveRoute(app, route, async (call) => {
      await tries.count(toRateLimitKey(call.request.ip));
      return handler(call);
    });
  }

  function toLinkRequest(
    request: FastifyRequest,
    body: { email: string } & Parameters<typeof findClientPage>[0],
    purpose: Parameters<typeof findClientPage>[1],
  ): LinkRequest {
    const page = findClientPage(body, purpose, settings.publicOrigin);
    return { email: body.email, page, ...readRequestOrigin(request, services) };
  }
};
