import { counted } from '../../counted.ts'
import { defineCheck, notRead } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'

export const unverified = defineCheck({
  id: 'dom.unverified',
  version: 1,
  title: 'Every domain of the tenant is verified',
  severity: 'low',
  why: 'A domain without verification is unfinished work or no longer belongs to the organization. Its addresses cannot be used.',
  fix: [
    'In the Microsoft 365 admin center open Settings > Domains.',
    'Finish the setup of domains that the organization owns: add the TXT record and verify it.',
    'Remove the other domains.',
  ],
  effort: 'minutes',
  userImpact: 'None.',
  references: [],
  licence: null,
  needs: ['domains'],
  judge({ domains }) {
    // Every tenant has at least the domain that Microsoft gave it.
    if (domains.length === 0) return notRead('Microsoft returned no domain.')
    return judgeEach(domains, {
      counted: 'domains',
      findingOf({ isVerified }) {
        if (isVerified === null || isVerified === undefined) return 'notKnown'
        return isVerified ? 'met' : 'unmet'
      },
      objectOf: ({ id }) => ({ kind: 'domain', id, name: id }),
      passed: 'Every domain is verified.',
      failed: (count) => `${counted(count, 'domain')} ${count === 1 ? 'is' : 'are'} not verified.`,
      notKnown: (count) => `The verification of ${counted(count, 'domain')} is not known.`,
    })
  },
})
