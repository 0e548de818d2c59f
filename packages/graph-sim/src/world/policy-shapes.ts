import type { Random } from '../random.ts'
import type { PolicyPlaces, StyledDraft, Values } from './draft-types.ts'
import { dateIn } from './people.ts'
import { DRAFTS_OF, type PolicyStyle } from './policy-drafts.ts'
import type { ConditionalAccessPolicy } from './types.ts'

/** Builds the policies of a style for the groups and places of one directory. */
export function buildStyledPolicies(
  style: PolicyStyle,
  places: PolicyPlaces,
  random: Random,
): ConditionalAccessPolicy[] {
  return DRAFTS_OF[style](places).map((draft) =>
    buildPolicy(draft, 2021, random.fork(draft.displayName)),
  )
}

/** Builds a policy in Graph's shape; properties that the draft does not name are blank. */
export function buildPolicy(
  draft: StyledDraft,
  sinceYear: number,
  random: Random,
): ConditionalAccessPolicy {
  return {
    id: random.guid(),
    templateId: null,
    displayName: draft.displayName,
    createdDateTime: dateIn(random.int(sinceYear, 2025), random),
    modifiedDateTime: random.chance(0.5) ? dateIn(2026, random) : null,
    state: draft.state ?? 'enabled',
    sessionControls: draft.session ? sessionControls(draft.session) : null,
    conditions: { ...blankConditions(draft), ...draft.conditions },
    grantControls:
      draft.grant === null
        ? null
        : {
            operator: 'OR',
            builtInControls: [],
            customAuthenticationFactors: [],
            termsOfUse: [],
            authenticationStrength: null,
            ...draft.grant,
          },
  }
}

function sessionControls(session: Values): Values {
  return {
    disableResilienceDefaults: null,
    applicationEnforcedRestrictions: null,
    cloudAppSecurity: null,
    signInFrequency: null,
    persistentBrowser: null,
    secureSignInSession: null,
    ...session,
  }
}

function blankConditions({ users, applications }: StyledDraft): Values {
  return {
    userRiskLevels: [],
    signInRiskLevels: [],
    clientAppTypes: ['all'],
    servicePrincipalRiskLevels: [],
    insiderRiskLevels: null,
    platforms: null,
    locations: null,
    devices: null,
    clientApplications: null,
    authenticationFlows: null,
    applications: {
      includeApplications: ['All'],
      excludeApplications: [],
      includeUserActions: [],
      includeAuthenticationContextClassReferences: [],
      applicationFilter: null,
      ...applications,
    },
    users: {
      includeUsers: ['All'],
      excludeUsers: [],
      includeGroups: [],
      excludeGroups: [],
      includeRoles: [],
      excludeRoles: [],
      includeGuestsOrExternalUsers: null,
      excludeGuestsOrExternalUsers: null,
      ...users,
    },
  }
}
