import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { countName, KIND_NAMES } from '@tenantscope/analysis/checks/evidence-text'
import type { TenantId } from '@tenantscope/contract/ids'
import type { EvidenceObject, TenantCheck } from '@tenantscope/contract/posture'

import { entraLink } from '../../../lib/entra-links.ts'
import { permissionsQuery } from '../../../lib/permissions.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { PolicyLink } from './policy-link.tsx'

const useStyles = makeStyles({
  item: {
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopStyle: 'none' },
  },
})

interface CheckEvidenceProps {
  tenantId: TenantId
  found: TenantCheck
}

/** The numbers and the objects that a verdict is based on. */
export function CheckEvidence({ tenantId, found }: CheckEvidenceProps) {
  const format = useFormat()
  const { counts, objects, more } = found
  // A failure leaves the links of Microsoft's global cloud.
  const portalUrl = useQuery(permissionsQuery({ isQuiet: true })).data?.portalUrl ?? null
  const facts = Object.entries(counts).map(([name, count]) => ({
    label: countName(name),
    value: format.number(count),
  }))
  return (
    <>
      {facts.length > 0 && <FactList facts={facts} />}
      {objects.length > 0 && (
        <Stack as="ul">
          {objects.map((object) => (
            <EvidenceItem
              key={`${object.kind} ${object.id}`}
              object={object}
              href={entraLink(object, { tenantId, portalUrl })}
            />
          ))}
        </Stack>
      )}
      {more > 0 && (
        <Text as="p" variant="caption" muted>
          And {format.number(more)} more
        </Text>
      )}
    </>
  )
}

interface EvidenceItemProps {
  object: EvidenceObject
  /** Its page in Microsoft's portal, where it has one. */
  href: string | null
}

function EvidenceItem({ object, href }: EvidenceItemProps) {
  const styles = useStyles()
  const { kind, isExcepted } = object
  return (
    <Stack as="li" className={styles.item} gap={2}>
      <Stack row wrap gap={16} lineGap={4} align="center" justify="between">
        <ObjectName object={object} href={href} />
        {isExcepted && <StatusLabel tone="info">Accepted risk</StatusLabel>}
      </Stack>
      <Text variant="caption" muted>
        {KIND_NAMES[kind]}
      </Text>
    </Stack>
  )
}

/** A policy opens here; other objects in Microsoft's portal. */
function ObjectName({ object: { kind, id, name }, href }: EvidenceItemProps) {
  const text = name ?? id
  if (kind === 'policy') return <PolicyLink policyId={id}>{text}</PolicyLink>
  if (href === null) return <ForeignText wrap>{text}</ForeignText>
  return (
    <Link href={href} target="_blank" rel="noreferrer" title="Open in Microsoft Entra">
      <ForeignText wrap>{text}</ForeignText>
    </Link>
  )
}
