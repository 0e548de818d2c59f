import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import type { CheckObject } from '../define-check.ts'
import type { PartValues } from '../facts.ts'
import { judgeNamedLocations } from './conditional-access.ts'

type NamedLocation = PartValues['namedLocations'][number]

export const namedLocation = defineCheck({
  id: 'ca.named-location',
  version: 1,
  title: 'A trusted network or a list of countries is a named location',
  severity: 'low',
  why: "Policies by place and Microsoft's rating of risk need to know the networks and countries of the organisation.",
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Named locations.',
    'Add the public addresses of the offices as an IP ranges location and mark it as trusted.',
    'Or add a countries location with the countries from which people work.',
  ],
  effort: 'minutes',
  userImpact: 'People notice nothing until a policy uses the location.',
  references: ['CIS 5.2.2.14'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeNamedLocations(facts, (locations) => {
      const found = locations.filter(
        ({ kind, isTrusted }) => kind === 'country' || (kind === 'ip' && isTrusted === true),
      )
      const counts = { locations: locations.length, trustedOrCountry: found.length }
      if (found.length > 0)
        return passed('A trusted network or a list of countries is defined.', {
          counts,
          objects: found.map(locationObject),
        })
      if (locations.some(({ kind, isTrusted }) => kind === 'ip' && (isTrusted ?? null) === null))
        return notRead('Microsoft did not say whether a network is trusted.', { counts })
      return failed('No trusted network and no list of countries is defined.', { counts })
    }),
})

const locationObject = ({ id, displayName }: NamedLocation): CheckObject => ({
  kind: 'namedLocation',
  id,
  name: displayName ?? null,
})
