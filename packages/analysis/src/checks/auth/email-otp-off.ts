import { defineCheck } from '../define-check.ts'
import { judgeMethodsOff } from './methods.ts'

export const emailOtpOff = defineCheck({
  id: 'auth.email-otp-off',
  version: 1,
  title: 'Email codes are disabled for members in the authentication methods policy',
  severity: 'low',
  why: 'Members use an email code to reset a password. The mailbox that receives it is often protected less than the account. One-time codes of guests are a setting of their own and are not judged.',
  fix: [
    'Have the people who use email codes register another method for password reset.',
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies.',
    'Disable Email OTP for members.',
  ],
  effort: 'hours',
  userImpact: 'Members can no longer reset a password with a code sent by email.',
  references: ['CIS 5.2.3.7'],
  licence: null,
  needs: ['methodsPolicy'],
  judge: ({ methodsPolicy }) =>
    judgeMethodsOff(methodsPolicy, [{ id: 'Email', name: 'Email OTP' }]),
})
