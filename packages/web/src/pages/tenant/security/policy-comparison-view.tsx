import { makeStyles } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { useQuery } from '@tanstack/react-query'
import type { ComparedTenant, PolicyComparison } from '@tenantscope/contract/policy-comparison'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ApiError } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { LinkButton } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { TenantCombobox } from '../../../ui/tenant-combobox.tsx'
import { Text } from '../../../ui/text.tsx'
import { ComparedPolicyLists } from './compared-policies.tsx'
import { policyComparisonQuery } from './posture.queries.ts'
import { useSecuritySearch } from './use-security-search.ts'

const useStyles = makeStyles({
  choice: { width: '320px', maxWidth: '100%', display: 'grid' },
})

interface PolicyComparisonViewProps {
  tenant: TenantListItem
  postureKey: PostureKey
  /** Empty: no tenant was chosen yet. */
  compareWith: string
}

/** The Conditional Access policies of the tenant beside those of another one. */
export function PolicyComparisonView(props: PolicyComparisonViewProps) {
  const { tenant, postureKey, compareWith } = props
  return (
    <>
      <SectionCard
        title="Compare Conditional Access policies"
        aside={
          <LinkButton
            from="/tenant/$tenantId"
            search={{ tab: 'security' }}
            size="small"
            appearance="subtle"
            icon={<ArrowLeft20Regular />}
          >
            Back to Security
          </LinkButton>
        }
      >
        <OtherTenant tenant={tenant} compareWith={compareWith} />
        {compareWith === '' && (
          <Text muted>
            Policies are matched by name, then by what they do. Users, groups and locations are
            compared by name.
          </Text>
        )}
      </SectionCard>
      {compareWith !== '' && (
        <Comparison key={compareWith} postureKey={postureKey} compareWith={compareWith} />
      )}
    </>
  )
}

function OtherTenant({ tenant, compareWith }: Omit<PolicyComparisonViewProps, 'postureKey'>) {
  const styles = useStyles()
  const { change } = useSecuritySearch()
  const list = useQuery(tenantListQuery({ isQuiet: true }))
  const chosen = list.data?.tenants.find(({ id }) => id === compareWith) ?? null
  return (
    <Stack row wrap gap={8} align="center">
      <Text>
        <ForeignText wrap>{tenant.displayName}</ForeignText> compared with
      </Text>
      <div className={styles.choice}>
        <TenantCombobox
          // Its text is the name of the tenant in the address.
          key={chosen?.id ?? ''}
          label="Tenant to compare with"
          placeholder="Choose a tenant"
          chosen={chosen}
          except={tenant.id}
          onChoose={(other) => {
            if (other !== null) change({ compareWith: other.id })
          }}
        />
      </div>
    </Stack>
  )
}

function Comparison({ postureKey, compareWith }: Omit<PolicyComparisonViewProps, 'tenant'>) {
  const query = useQuery(policyComparisonQuery(postureKey, compareWith))
  if (query.isPending) return <PageSpinner text="Comparing the policies..." />
  if (query.data !== undefined) return <Compared comparison={query.data} />
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState
        title="There is no such tenant"
        text="It was removed, you have no access to it, or the link is mistyped. Choose another tenant."
      />
    )
  return <LoadFailed title="The policies could not be compared" query={query} />
}

function Compared({ comparison: { here, there, policies } }: { comparison: PolicyComparison }) {
  const tenants = [here, there]
  return (
    <>
      {tenants.map((tenant) => (
        <Gaps key={tenant.tenantId} tenant={tenant} />
      ))}
      {policies && <ComparedPolicyLists here={here} there={there} policies={policies} />}
    </>
  )
}

/** What is not known of a tenant's policies. */
function Gaps({ tenant: { displayName, isRead, malformed } }: { tenant: ComparedTenant }) {
  const format = useFormat()
  if (!isRead)
    return (
      <Notice intent="warning" title={`The policies of ${displayName} are not known`}>
        They were not read yet, or could not be read. The page of the tenant says why.
      </Notice>
    )
  if (malformed === 0) return null
  const policies = malformed === 1 ? '1 policy' : `${format.number(malformed)} policies`
  return (
    <Notice intent="warning" title={`${policies} of ${displayName} could not be read`}>
      Microsoft sent them in a form that this version does not know. They are not compared.
    </Notice>
  )
}
