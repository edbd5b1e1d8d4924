import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

import {
  forgotPassword,
  login,
  logout,
  register,
  renew,
  resendVerification,
  resetPassword as resetPasswordCall,
  validateEmail,
} from '#contract/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

import { transaction } from '../db/database.ts';
import { type Routes, serve } from '../serve.ts';
import { attempts, loginAttempts } from './attempts.ts';
import { endSession, logIn, renewSession } from './sessions.ts';
import { networkOf } from './mailed-links.ts';
import { resetPassword, sendReset } from './password-reset.ts';
import { register as makeAccount, resend, verifyEmail } from './registration.ts';

// By address alone, where a whole stadium may share one.
const usual = { most: 300, minutes: 15 };

/** Accounts and sessions. */
export const accountRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const askedFrom = ({ ip }: FastifyRequest) => networkOf(ip, settings.jwtSecret);
  const logins = loginAttempts(clock);
  const registrations = attempts(clock, usual);
  const resends = attempts(clock, usual);
  const validations = attempts(clock, usual);
  const forgotten = attempts(clock, usual);
  const resets = attempts(clock, usual);

  serve(app, register, async ({ body, request }) => {
    registrations.count(addressOf(request));
    await makeAccount(services, body, askedFrom(request));
    return {
      message: 'Your registration is successful. Please check your mail to activate your account',
    };
  });

  serve(app, login, async ({ body, request }) => {
    const attempt = { address: addressOf(request), account: body.email.toLowerCase() };
    logins.begin(attempt);
    const session = await logIn(services, body);
    logins.succeed(attempt);
    return session;
  });

  serve(app, resendVerification, async ({ body, request }) => {
    resends.count(addressOf(request));
    const clientBaseUrl = body.clientBaseUrl ?? body.clientBaseURL;
    const asked = { email: body.email, clientBaseUrl, askedFrom: askedFrom(request) };
    await resend(services, asked);
    return { message: 'If the account waits for its activation, a new link is on its way.' };
  });

  serve(app, validateEmail, async ({ body, request }) => {
    validations.count(addressOf(request));
    const token = body.access_token;
    const isVerified = await transaction(database, async (tx) => verifyEmail(tx, token, clock()));
    if (!isVerified) throw new ApiProblem('link-invalid');
    return { message: 'Email Verification Successful' };
  });

  serve(app, forgotPassword, async ({ body, request, reply }) => {
    forgotten.count(addressOf(request));
    const clientBaseUrl = body.clientBaseUrl ?? body.clientBaseURL;
    const asked = { email: body.email, clientBaseUrl, askedFrom: askedFrom(request) };
    await sendReset(services, asked);
    reply.code(202);
    return { message: 'If there is such an account, a link is on its way.' };
  });

  serve(app, resetPasswordCall, async ({ body, request }) => {
    resets.count(addressOf(request));
    await resetPassword(services, body);
    return {};
  });

  serve(app, renew, async ({ member }) => renewSession(services, member));

  serve(app, logout, async ({ member }) => {
    await endSession(database, member.sessionId, clock());
    return { message: 'You are logged out.' };
  });
};

function addressOf(request: FastifyRequest): string {
  return rateLimit.normalizeIP(request.ip);
}
