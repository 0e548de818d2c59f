import { makeStyles, tokens } from '@fluentui/react-components'
import {
  outcomeText,
  situationReasons,
  situationRemedies,
  SITUATION_TEXTS,
} from '@tenantscope/analysis/coverage/situation-text'
import type { CoverageReason } from '@tenantscope/analysis/coverage/situation-text'
import type { CoveredPerson } from '@tenantscope/contract/coverage'
import type { TenantId } from '@tenantscope/contract/ids'

import { AppLink } from '../../../ui/app-link.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { CoverageReasons } from './coverage-reasons.tsx'
import { CoverageLabel } from './coverage-table.tsx'
import { OutcomeMark } from './outcome-mark.tsx'

const useStyles = makeStyles({
  item: { padding: '12px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})

interface CoveragePanelProps {
  tenantId: TenantId
  person: CoveredPerson
  names: ReadonlyMap<string, string>
  isOpen: boolean
  onClose: () => void
}

/** A person in the seven situations: the outcome, by which policies, and why not more. */
export function CoveragePanel({ tenantId, person, names, ...state }: CoveragePanelProps) {
  const { userId, displayName, userPrincipalName, coverage, isEmergencyAccount, isGuest } = person
  const title = displayName ?? userPrincipalName ?? userId
  return (
    <SidePanel
      title={title}
      {...(userPrincipalName === null ? {} : { subtitle: userPrincipalName })}
      {...state}
    >
      <Stack gap={12}>
        <CoverageLabel coverage={coverage} />
        <AppLink
          to="/tenant/$tenantId"
          params={{ tenantId }}
          search={{ tab: 'organization', person: userId }}
        >
          Licenses and sign-in of this user
        </AppLink>
        {isGuest && <Text muted>Guests are listed, and do not count for the verdict.</Text>}
        {isEmergencyAccount && (
          <Text muted>A declared emergency access account does not count for the verdict.</Text>
        )}
        <Stack as="ul">
          {person.situations.map((situation) => (
            <SituationItem
              key={situation.situation}
              situation={situation}
              remedies={situationRemedies(person, situation.situation)}
              names={names}
            />
          ))}
        </Stack>
      </Stack>
    </SidePanel>
  )
}

interface SituationItemProps extends Pick<CoveragePanelProps, 'names'> {
  situation: CoveredPerson['situations'][number]
  remedies: readonly CoverageReason[]
}

function SituationItem({ situation, remedies, names }: SituationItemProps) {
  const styles = useStyles()
  const { outcome, coverage, policyIds } = situation
  const text = SITUATION_TEXTS.find(({ number }) => number === situation.situation)
  return (
    <Stack as="li" gap={4} className={styles.item}>
      <Text variant="strong">
        {situation.situation}. {text?.name ?? 'Situation'}
      </Text>
      <Text variant="caption" muted>
        {text?.description}
        {text?.isCounted === false && ' (shown, not counted)'}
      </Text>
      <Stack row gap={8} align="center">
        <OutcomeMark outcome={outcome} tone={coverage === 'covered' ? 'good' : undefined} />
        <span>{outcomeText(outcome)}</span>
      </Stack>
      <CoverageReasons
        reasons={
          coverage === 'covered'
            ? [{ text: policyIds.length > 0 ? 'By' : 'By security defaults', policyIds }]
            : [...situationReasons(situation), ...remedies]
        }
        names={names}
      />
    </Stack>
  )
}
