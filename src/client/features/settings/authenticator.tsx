import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  type SecuritySettings,
} from '#contract/account/security.ts';
import { useServerForm } from '#client/data/account/server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, FormProblem, SubmitButton } from '#client/ui/form/form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { focusHeadingOnRemoval, focusOnMount } from '#client/ui/focus.ts';
import { LoginGuardDetails } from '#client/ui/member/login-guard-details.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { PasswordProtectedAction } from './password-protected-action.tsx';

type AuthenticatorProps = {
  authenticator: SecuritySettings['authenticator'];
  /** Called when the app is turned on, while its recovery codes are still shown. */
  onTurnedOn: (recoveryCodesLeft: number) => void;
  onChanged: () => void;
};

type AuthenticatorSetup = { secret: string; address: string };

/** Turns the authenticator app, the second factor of the login, on or off. */
export function Authenticator({ authenticator, onTurnedOn, onChanged }: AuthenticatorProps) {
  const [setup, setSetup] = useState<AuthenticatorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    const finish = () => {
      setCodes(undefined);
      onChanged();
    };
    return <RecoveryCodes codes={codes} onConfirmed={finish} />;
  }
  if (setup !== undefined) {
    return (
      <SetupSteps
        setup={setup}
        onConfirmed={(recoveryCodes) => {
          setSetup(undefined);
          setCodes(recoveryCodes);
          onTurnedOn(recoveryCodes.length);
        }}
        onStop={() => setSetup(undefined)}
      />
    );
  }
  const { on, device, addedAt, recoveryCodesLeft, required } = authenticator;
  return (
    <>
      {on ? (
        <p>
          <Plural
            value={recoveryCodesLeft}
            one="It is on. # recovery code is left."
            other="It is on. # recovery codes are left."
          />
        </p>
      ) : (
        <p>{t`Your login also asks for a code from an app on your phone.`}</p>
      )}
      {addedAt !== null && <LoginGuardDetails device={device ?? ''} addedAt={addedAt} />}
      {required && !on && (
        <Notice tone="warning">
          {t`You are an administrator: you can price and confirm tickets once it is on.`}
        </Notice>
      )}
      <PasswordProtectedAction
        action={on ? t`Use another app, or make new recovery codes` : t`Turn it on`}
        needsCode={on}
        call={(accounts, proof) => accounts.call(beginAuthenticator, { body: proof })}
        onSuccess={({ reply }) => setSetup(reply)}
      />
      {on && <AuthenticatorRemoval action={t`Turn it off`} onChanged={onChanged} />}
    </>
  );
}

type AuthenticatorRemovalProps = { action: string; onChanged: () => void };

/** Turns the authenticator app off; requires the password and a code. */
export function AuthenticatorRemoval({ action, onChanged }: AuthenticatorRemovalProps) {
  return (
    <PasswordProtectedAction
      action={action}
      needsCode
      call={(accounts, proof) => accounts.call(removeAuthenticator, { body: proof })}
      onSuccess={() => {
        notify({ tone: 'won', title: t`The authenticator app is off` });
        onChanged();
      }}
    />
  );
}

type SetupStepsProps = {
  setup: AuthenticatorSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onStop: () => void;
};

/** The secret for the authenticator app, and the field for the first code. */
function SetupSteps({ setup, onConfirmed, onStop }: SetupStepsProps) {
  const { form, onSubmit } = useServerForm({
    schema: confirmAuthenticator.body,
    defaultValues: { code: '' },
    call: (accounts, body) => accounts.call(confirmAuthenticator, { body }),
    onSuccess: ({ reply }) => onConfirmed(reply.recoveryCodes),
    onFailure: (failure) =>
      failure.code === 'wrong-code' ? { ...failure, errors: { code: ['wrong'] } } : undefined,
  });
  return (
    <>
      <p>{t`Read this with your app, or open it on this phone.`}</p>
      <QrCode text={setup.address} label={t`The secret as a picture for an app`} />
      <p>
        <a href={setup.address} className="font-semibold underline">
          {t`Open my authenticator app`}
        </a>
      </p>
      <p className="text-sm">
        <Trans>
          Or type this secret there:{' '}
          <Ltr className="font-bold wrap-anywhere">
            {setup.secret.match(/.{1,4}/g)?.join(' ') ?? setup.secret}
          </Ltr>
        </Trans>
      </p>
      <Form form={form} onSubmit={onSubmit} label={t`Authenticator app`}>
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          dir="ltr"
          label={t`The code it shows now`}
          errorTexts={{ wrong: t`The code is not right. Wait for the next one.` }}
        />
        <FormProblem />
        <SubmitButton>{t`Turn it on`}</SubmitButton>
        <Button ref={focusHeadingOnRemoval} busy={form.formState.isSubmitting} onClick={onStop}>
          {t`Cancel`}
        </Button>
      </Form>
    </>
  );
}

/** The recovery codes. They are shown only once. */
function RecoveryCodes({
  codes,
  onConfirmed,
}: {
  codes: readonly string[];
  onConfirmed: () => void;
}) {
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    );
    notify({
      tone: copied ? 'won' : 'lost',
      title: copied ? t`Copied` : t`Not copied. Write them down.`,
    });
  };
  return (
    <>
      <Notice role="status" tone="good" title={t`The authenticator app is on`}>
        {t`Keep these codes away from your phone. Each works once without the app. They are shown only now.`}
      </Notice>
      <ul className="grid grid-cols-1 gap-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <Ltr className="figure font-bold">{code}</Ltr>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button ref={focusOnMount} onClick={() => void copy()}>{t`Copy them`}</Button>
        <Button ref={focusHeadingOnRemoval} look="primary" onClick={onConfirmed}>
          {t`I have saved them`}
        </Button>
      </div>
    </>
  );
}
