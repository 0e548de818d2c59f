import { hasErrors } from '../../world/change-licenses.ts'
import type { Group } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { answerSingle } from '../query/single.ts'

export const GROUP: EntityShape<Group> = {
  typeName: 'microsoft.graph.group',
  defaults: [
    'id',
    'deletedDateTime',
    'classification',
    'createdDateTime',
    'description',
    'displayName',
    'expirationDateTime',
    'groupTypes',
    'mail',
    'mailEnabled',
    'mailNickname',
    'membershipRule',
    'membershipRuleProcessingState',
    'isAssignableToRole',
    'onPremisesSyncEnabled',
    'securityEnabled',
    'visibility',
  ],
  properties: {
    id: (group) => group.id,
    deletedDateTime: () => null,
    classification: () => null,
    createdDateTime: (group) => group.createdDateTime,
    description: (group) => group.description,
    displayName: (group) => group.displayName,
    expirationDateTime: () => null,
    groupTypes: (group) => [
      ...(group.membershipRule === null ? [] : ['DynamicMembership']),
      ...(group.isUnified ? ['Unified'] : []),
    ],
    isAssignableToRole: (group) => (group.isAssignableToRole ? true : null),
    membershipRule: (group) => group.membershipRule,
    membershipRuleProcessingState: (group) => (group.membershipRule === null ? null : 'On'),
    mail: (group, { tenant }) =>
      group.isUnified ? `${group.mailNickname}@${tenant.defaultDomainName}` : null,
    mailEnabled: (group) => group.isUnified,
    mailNickname: (group) => group.mailNickname,
    onPremisesSyncEnabled: () => null,
    securityEnabled: (group) => !group.isUnified,
    visibility: (group) => group.visibility,
    assignedLicenses: (group) =>
      group.assignedSkuIds.map((skuId) => ({ disabledPlans: [], skuId })),
    licenseProcessingState: (group) =>
      group.assignedSkuIds.length > 0 ? { state: 'ProcessingComplete' } : null,
    hasMembersWithLicenseErrors: (group, { tenant }) =>
      group.assignedSkuIds.length > 0 ? hasErrors(tenant, group) : null,
  },
  volatile: ['hasMembersWithLicenseErrors'],
}

export function listGroups(call: GraphCall): GraphAnswer {
  const rows = call.tenant.groups
  return answerList(call, { set: 'groups', shape: GROUP, rows, pageDefault: 100, pageMax: 999 })
}

export function getGroup(call: GraphCall, id: string): GraphAnswer {
  return answerSingle(call, { set: 'groups', shape: GROUP, row: findGroup(call, id) })
}

/** Answers with 404 where there is no such group. */
export function findGroup({ tenant }: GraphCall, id: string): Group {
  const group = tenant.groups.find((each) => each.id === id.toLowerCase())
  if (!group) throw resourceNotFound(id)
  return group
}
