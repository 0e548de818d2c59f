import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, failed, judgeAbsent } from '../define-check.ts'
import { judgeMfaOfEverybody } from './mfa.ts'

export const anyBaseline = defineCheck({
  id: 'ca.any-baseline',
  version: 1,
  title: 'Security defaults are on, or a policy requires MFA of everybody',
  severity: 'critical',
  why: 'One of the two protects every account against a stolen password. Security defaults are free, so a tenant without Microsoft Entra ID P1 fails when they are off.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Overview > Properties.',
    'Without Microsoft Entra ID P1, select Manage security defaults and turn them on.',
    'With P1, create a Conditional Access policy for all users and all resources that requires MFA instead.',
  ],
  effort: 'hours',
  userImpact: 'People without a registered method are asked to register one within 14 days.',
  references: ['MT.1021', 'MT.1007'],
  licence: null,
  needs: [],
  judge({ facts }) {
    const judgement = judgeMfaOfEverybody(facts)
    if (judgement.verdict !== 'notLicensed') return judgement
    return valueOf(facts.parts.securityDefaults)?.isEnabled === false
      ? failed('Security defaults are off, and Conditional Access is not licensed.')
      : (judgeAbsent(facts, ['securityDefaults']) ?? judgement)
  },
})
