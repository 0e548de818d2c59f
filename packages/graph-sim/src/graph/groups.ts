import type { Group } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'

const GROUP: EntityShape<Group> = {
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
    groupTypes: (group) => (group.isUnified ? ['Unified'] : []),
    mail: (group, { tenant }) =>
      group.isUnified ? `${group.mailNickname}@${tenant.defaultDomainName}` : null,
    mailEnabled: (group) => group.isUnified,
    mailNickname: (group) => group.mailNickname,
    onPremisesSyncEnabled: () => null,
    securityEnabled: (group) => !group.isUnified,
    visibility: (group) => (group.isUnified ? 'Private' : null),
    assignedLicenses: (group) =>
      group.assignedSkuIds.map((skuId) => ({ disabledPlans: [], skuId })),
    licenseProcessingState: (group) =>
      group.assignedSkuIds.length > 0 ? { state: 'ProcessingComplete' } : null,
    hasMembersWithLicenseErrors: (group) => (group.assignedSkuIds.length > 0 ? false : null),
  },
}

export function listGroups(call: GraphCall): GraphAnswer {
  const rows = call.tenant.groups
  return answerList(call, { set: 'groups', shape: GROUP, rows, pageDefault: 100, pageMax: 999 })
}
