import { defineCheck } from '../define-check.ts'
import { judgeBlockedFlow } from './flows.ts'

export const blockDeviceCode = defineCheck({
  id: 'ca.block-device-code',
  version: 1,
  title: 'The device code flow is blocked for everybody',
  severity: 'high',
  why: 'An attacker can send a code and receive the session of the person who enters it on a genuine page of Microsoft. Few devices need this flow.',
  fix: [
    'In the Microsoft Entra admin center open Monitoring > Sign-in logs and list sign-ins with the device code flow.',
    'Under Protection > Conditional Access create a policy for all users and all resources with the authentication flow "Device code flow" that blocks access.',
    'Exclude only the accounts of devices that need it, such as those of meeting rooms, then switch the policy on.',
  ],
  effort: 'hours',
  userImpact: 'Devices and command lines that show a code to enter elsewhere cannot sign in.',
  references: ['CIS 5.2.2.12', 'MS.AAD.3.9v1', 'MT.1052'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeBlockedFlow(
      facts,
      'deviceCodeFlow',
      'No enabled policy blocks the device code flow for all users and all resources.',
    ),
})
