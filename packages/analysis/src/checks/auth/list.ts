import type { Check } from '../define-check.ts'
import { adminMfaRegistered } from './admin-mfa-registered.ts'
import { authenticatorContext } from './authenticator-context.ts'
import { emailOtpOff } from './email-otp-off.ts'
import { fido2On } from './fido2-on.ts'
import { mfaCapable } from './mfa-capable.ts'
import { migrationComplete } from './migration-complete.ts'
import { perUserMfaLegacy } from './per-user-mfa-legacy.ts'
import { reportSuspicious } from './report-suspicious.ts'
import { smsVoiceOff } from './sms-voice-off.ts'
import { systemPreferred } from './system-preferred.ts'
import { tapOneTime } from './tap-one-time.ts'

export const AUTH_CHECKS: readonly Check[] = [
  mfaCapable,
  adminMfaRegistered,
  migrationComplete,
  smsVoiceOff,
  emailOtpOff,
  authenticatorContext,
  systemPreferred,
  fido2On,
  tapOneTime,
  reportSuspicious,
  perUserMfaLegacy,
]
