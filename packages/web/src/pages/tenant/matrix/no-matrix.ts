import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantDetails } from '@tenantscope/contract/tenants'

/** Why there is no matrix to show (specification section 8). */
export interface NoMatrix {
  readonly title: string
  readonly text: string
  /** It is no fact about the tenant but a failure of the reading. */
  readonly isFailure?: boolean
}

/** What stands in the way before anybody is asked for; undefined where nothing does. */
export function obstacleOf(details: TenantDetails): NoMatrix | undefined {
  const people = failureOf(details, 'users')
  if (people) return refusedPeople(people)
  if (!details.fullAccess && (details.userCount ?? 0) === 0) return NO_PREVIEW
  return details.licenses.length > 0 ? undefined : noLicenses(details)
}

function noLicenses(details: TenantDetails): NoMatrix {
  const { hiddenLicenses, licenseDiagnostic } = details
  const failure = failureOf(details, 'licenses')
  if (failure) return { title: NO_LICENSES, text: failure.message }
  if (hiddenLicenses > 0)
    return {
      title: 'No Visible Licenses Available',
      text:
        hiddenLicenses === 1
          ? 'The one license of this tenant is hidden by an administrator.'
          : `All ${hiddenLicenses} licenses of this tenant are hidden by an administrator.`,
    }
  return { title: NO_LICENSES, text: licenseDiagnostic?.message ?? 'This tenant has no licenses.' }
}

/** Nobody came with the first page. */
export function nobodyOf(failure: PartFailure | null): NoMatrix {
  if (failure) return refusedPeople(failure)
  return { title: 'No Users Available', text: 'This tenant has no people.' }
}

const NO_LICENSES = 'No License Data Available'

const NO_PREVIEW: NoMatrix = {
  title: 'Matrix Preview Not Available',
  text: 'The matrix needs the permission Directory.Read.All in this tenant. Once consent is granted for it, the next refresh brings the people and their licenses.',
}

function refusedPeople({ code, message }: PartFailure): NoMatrix {
  if (code === 'PERMISSION_MISSING' || code === 'CONSENT_REQUIRED') return NO_PREVIEW
  return {
    title: 'Error loading matrix data',
    text: `${message} The next refresh tries again.`,
    isFailure: true,
  }
}

function failureOf(
  { partFailures }: TenantDetails,
  part: PartFailure['part'],
): PartFailure | undefined {
  return partFailures.find((failure) => failure.part === part)
}
