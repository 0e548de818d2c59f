import { makeStyles, tokens } from '@fluentui/react-components'
import { aspectName } from '@tenantscope/analysis/policy-comparison'
import type {
  ComparedPolicies,
  ComparedTenant,
  LonePolicy,
  PolicyPair,
} from '@tenantscope/contract/policy-comparison'
import type { ReactNode } from 'react'

import { useFormat } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { PolicyStateLabel } from '../../../ui/policy-state-label.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { PolicyLink } from './policy-link.tsx'

const useStyles = makeStyles({
  // As the text around it.
  partner: { font: 'inherit' },
  pair: {
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none', paddingTop: 0 },
  },
})

interface ComparedPolicyListsProps {
  here: ComparedTenant
  there: ComparedTenant
  policies: ComparedPolicies
}

/** Policies in both tenants and in one of them: differences first. */
export function ComparedPolicyLists({ here, there, policies }: ComparedPolicyListsProps) {
  const styles = useStyles()
  const { pairs, onlyHere, onlyThere } = policies
  const different = pairs.filter(({ differences }) => differences.length > 0)
  const same = pairs.filter(({ differences }) => differences.length === 0)
  if (pairs.length + onlyHere.length + onlyThere.length === 0)
    return <EmptyState title="Neither tenant has a Conditional Access policy" />
  return (
    <>
      <Counted title="In both tenants, with differences" count={different.length}>
        <Stack as="ul">
          {different.map((pair) => (
            <li key={pair.here.id} className={styles.pair}>
              <DifferentPair pair={pair} here={here} there={there} />
            </li>
          ))}
        </Stack>
      </Counted>
      <Counted title={`Only in ${here.displayName}`} count={onlyHere.length}>
        <LonePolicies tenant={here} policies={onlyHere} isHere />
      </Counted>
      <Counted title={`Only in ${there.displayName}`} count={onlyThere.length}>
        <LonePolicies tenant={there} policies={onlyThere} />
      </Counted>
      <Counted title="In both tenants, no difference found" count={same.length}>
        <SamePairs pairs={same} there={there} />
      </Counted>
    </>
  )
}

interface CountedProps {
  title: string
  count: number
  children: ReactNode
}

function Counted({ title, count, children }: CountedProps) {
  const format = useFormat()
  return (
    <SectionCard title={`${title} (${format.number(count)})`}>
      {count === 0 ? <Text muted>No policy</Text> : children}
    </SectionCard>
  )
}

interface DifferentPairProps extends Omit<ComparedPolicyListsProps, 'policies'> {
  pair: PolicyPair
}

/** A policy that both tenants have, and each aspect that differs, side by side. */
function DifferentPair({ pair, here, there }: DifferentPairProps) {
  return (
    <Stack gap={8}>
      <Stack gap={4}>
        <Text as="h3" variant="strong">
          <PolicyLink policyId={pair.here.id}>{pair.here.displayName}</PolicyLink>
        </Text>
        <Partner pair={pair} there={there} />
        <NotCompared aspects={pair.notCompared} />
      </Stack>
      <DataTable
        caption={`Differences of ${pair.here.displayName}`}
        columns={differenceColumns(here, there)}
        rows={pair.differences}
        rowId={({ aspect }) => aspect}
      />
    </Stack>
  )
}

type Difference = PolicyPair['differences'][number]

const differenceColumns = (
  here: ComparedTenant,
  there: ComparedTenant,
): readonly TableColumn<Difference>[] => [
  {
    header: 'Setting',
    width: 20,
    isRowHeader: true,
    render: ({ aspect }) => aspectName(aspect),
  },
  { header: here.displayName, width: 40, render: (each) => <Lines lines={each.here} /> },
  { header: there.displayName, width: 40, render: (each) => <Lines lines={each.there} /> },
]

/** The way to the policy of the other tenant, which may have another name. */
function Partner({ pair, there }: Pick<DifferentPairProps, 'pair' | 'there'>) {
  const styles = useStyles()
  const isNamed = pair.matchedBy === 'name'
  return (
    <Text variant="caption" muted>
      In <ForeignText wrap>{there.displayName}</ForeignText>:{' '}
      <AppLink
        to="/tenant/$tenantId"
        params={{ tenantId: there.tenantId }}
        search={{ tab: 'security', policy: pair.there.id }}
        className={styles.partner}
      >
        <ForeignText wrap>{pair.there.displayName}</ForeignText>
      </AppLink>
      {!isNamed && ', with the same users, resources, conditions and controls'}
    </Text>
  )
}

function NotCompared({ aspects }: { aspects: PolicyPair['notCompared'] }) {
  if (aspects.length === 0) return null
  return (
    <Text variant="caption" muted>
      Not compared completely: {aspects.map(aspectName).join(', ')}
    </Text>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <Text muted>None</Text>
  return (
    <Stack as="ul" gap={4}>
      {lines.map((line) => (
        <li key={line}>
          <ForeignText wrap>{line}</ForeignText>
        </li>
      ))}
    </Stack>
  )
}

interface LonePoliciesProps {
  tenant: ComparedTenant
  policies: readonly LonePolicy[]
  isHere?: boolean
}

/** Policies that one tenant has, with what they do. */
function LonePolicies({ tenant, policies, isHere = false }: LonePoliciesProps) {
  const columns: readonly TableColumn<LonePolicy>[] = [
    {
      header: 'Policy',
      width: 32,
      isRowHeader: true,
      render: ({ id, displayName }) =>
        isHere ? (
          <PolicyLink policyId={id}>{displayName}</PolicyLink>
        ) : (
          <AppLink
            to="/tenant/$tenantId"
            params={{ tenantId: tenant.tenantId }}
            search={{ tab: 'security', policy: id }}
          >
            <ForeignText wrap>{displayName}</ForeignText>
          </AppLink>
        ),
    },
    { header: 'State', width: 14, render: ({ state }) => <PolicyStateLabel state={state} /> },
    {
      header: 'What it does',
      width: 54,
      render: ({ lines }) => <Lines lines={lines} />,
    },
  ]
  return (
    <DataTable
      caption={`Policies only in ${tenant.displayName}`}
      columns={columns}
      rows={policies}
      rowId={({ id }) => id}
    />
  )
}

interface SamePairsProps {
  pairs: readonly PolicyPair[]
  there: ComparedTenant
}

function SamePairs({ pairs, there }: SamePairsProps) {
  const columns: readonly TableColumn<PolicyPair>[] = [
    {
      header: 'Policy',
      width: 60,
      isRowHeader: true,
      render: (pair) => (
        <Stack gap={4}>
          <PolicyLink policyId={pair.here.id}>{pair.here.displayName}</PolicyLink>
          <Partner pair={pair} there={there} />
          <NotCompared aspects={pair.notCompared} />
        </Stack>
      ),
    },
    { header: 'State', width: 40, render: (pair) => <PolicyStateLabel state={pair.here.state} /> },
  ]
  return (
    <DataTable
      caption="Policies without a difference"
      columns={columns}
      rows={pairs}
      rowId={({ here }) => here.id}
    />
  )
}
