import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import type { PartValues, UserFacts } from '../facts.ts'
import { judgeAdministrators } from './administrators.ts'

type Sku = PartValues['subscribedSkus'][number]

/** Plans that give an account a mailbox, files, chats or the Office applications. */
const APPLICATION_PLAN =
  /^(?:EXCHANGE_[SB]_(?!FOUNDATION|ARCHIVE)|SHAREPOINT(?:STANDARD|ENTERPRISE|DESKLESS)|ONEDRIVE|TEAMS1|MCOSTANDARD|YAMMER|OFFICESUBSCRIPTION|OFFICE_BUSINESS|OFFICE_PRO_PLUS)/u

export const licenceFootprint = defineCheck({
  id: 'role.licence-footprint',
  version: 1,
  title: 'Accounts of administrators have no mailbox and no applications',
  severity: 'medium',
  why: 'Mail, chats and files bring attacks to the account that reads them. An account for administration needs at most a plan of Microsoft Entra ID.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users and select the administrator.',
    'Give the person a separate account for administration, without mailbox and applications.',
    'Move the roles to that account, or clear the plans of Exchange, SharePoint, Teams and Office under Licenses and apps.',
  ],
  effort: 'days',
  userImpact: 'Administrators read mail with their daily account and administer with another one.',
  references: ['CIS 1.1.4', 'MT.1028'],
  licence: null,
  needs: ['users', 'roleAssignments', 'subscribedSkus'],
  judge({ facts, subscribedSkus }) {
    const skuById = new Map(subscribedSkus.map((sku) => [sku.skuId.toLowerCase(), sku]))
    return judgeAdministrators(facts, {
      isAsked: isEnabled,
      isFailing: (user) => hasApplications(user, skuById),
      texts: {
        failed: 'have a license with a mailbox or applications',
        passed: 'No administrator has a license with a mailbox or applications',
        notKnown: 'the licenses or their plans were not read',
      },
    })
  },
})

function hasApplications(
  { assignedLicenses }: UserFacts,
  skuById: ReadonlyMap<string, Sku>,
): boolean | null {
  if (!assignedLicenses) return null
  const answers = assignedLicenses.map(({ skuId, disabledPlans }) => {
    const sku = skuById.get(skuId.toLowerCase())
    return sku === undefined ? null : opensApplications(sku, disabledPlans ?? [])
  })
  return someOf(answers)
}

function opensApplications({ servicePlans }: Sku, disabledPlans: readonly string[]) {
  const disabled = new Set(disabledPlans.map((id) => id.toLowerCase()))
  const open = servicePlans.filter(({ servicePlanId: id }) => !disabled.has(id.toLowerCase()))
  return someOf(
    open.map(({ servicePlanName: name }) => (name ? APPLICATION_PLAN.test(name) : null)),
  )
}

/** True when one is true, null when one is not known. */
function someOf(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true
  return answers.includes(null) ? null : false
}
