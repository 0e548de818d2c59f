import { domainPublishing } from '../dns.ts'
import { members, people } from './patches.ts'
import { each, type PostureStory } from './story.ts'

const DNS = 'dns.spf dns.dmarc dns.dkim'

/** Domains, devices and people whom no one looks after. */
export const HYGIENE_STORIES: readonly PostureStory[] = [
  {
    name: 'untended',
    reason:
      'Each age is beyond the days of the check, and a domain without records lets anybody send.',
    patch(tenant) {
      const defaultDomainName = domainPublishing('untended', 'none')
      const { initialDomainName } = tenant
      const [invited] = members(tenant, 1, {
        userType: 'Guest',
        externalUserState: 'PendingAcceptance',
        hoursSinceSignIn: null,
      })
      const [first] = members(tenant, 1)
      if (!invited || !first) throw new Error('There are no members')
      // The simulator gives an old device to people whose ids begin with 0.
      const withOldDevice = {
        ...first,
        id: `0${first.id.slice(1)}`,
        userPrincipalName: 'old@x.example',
      }
      return {
        defaultDomainName,
        technicalNotificationMails: [],
        facts: {
          hoursSinceSync: 5,
          quotaUsed: 250_000,
          domains: [
            { name: defaultDomainName, isInitial: false },
            { name: 'unverified.example', isInitial: false, isVerified: false },
            { name: initialDomainName, isInitial: true },
          ],
        },
        people: [
          ...people(tenant, {
            ben: { hoursSinceSignIn: 24 * 120 },
            guest: { hoursSinceSignIn: 24 * 200 },
          }),
          invited,
          withOldDevice,
        ],
      }
    },
    expects: each(
      'failed',
      `hyb.sync-fresh usr.stale gst.stale gst.pending dev.stale dom.unverified org.quota ` +
        `org.tech-contact ${DNS}`,
    ),
  },
  {
    name: 'silent domain',
    reason: 'A name server that does not answer is no absent record.',
    patch: ({ initialDomainName }) => ({
      facts: {
        domains: [
          { name: domainPublishing('silent', 'silence'), isInitial: false },
          { name: initialDomainName, isInitial: true },
        ],
      },
    }),
    expects: each('notRead', DNS),
  },
  {
    name: 'initial domain alone',
    reason: 'Records of onmicrosoft.com are those of Microsoft.',
    patch: ({ initialDomainName }) => ({
      defaultDomainName: initialDomainName,
      facts: { domains: [{ name: initialDomainName, isInitial: true }] },
    }),
    expects: each('notApplicable', DNS),
  },
]
