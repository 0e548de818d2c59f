import { makeStyles, shorthands, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Certificate20Regular } from '@fluentui/react-icons/svg/certificate'
import { Money20Regular } from '@fluentui/react-icons/svg/money'
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected'
import { ShieldDismiss20Regular } from '@fluentui/react-icons/svg/shield-dismiss'
import { ShieldError20Regular } from '@fluentui/react-icons/svg/shield-error'
import type { Finding, StripFinding } from '@tenantscope/analysis/tenant-findings'
import { forEachIssue } from '@tenantscope/analysis/tenant-issues'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { oneTabStop } from '../../ui/one-tab-stop.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { Attention } from './all-tenants-view.ts'
import { findingText } from './attention.ts'

const ICONS: Record<StripFinding, FluentIcon> = {
  unusedSeats: Money20Regular,
  ...forEachIssue(() => Certificate20Regular),
  mfaNotRequired: ShieldError20Regular,
  criticalChecks: ShieldDismiss20Regular,
  unread: PlugDisconnected20Regular,
}

const useStyles = makeStyles({
  findings: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gap: '8px' },
  },
  finding: { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: '12px' },
  icon: { color: tokens.colorStatusWarningForeground1 },
  detail: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    padding: '12px 16px',
    textAlign: 'start',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '&[aria-pressed="true"]': {
      ...shorthands.borderColor(tokens.colorCompoundBrandStroke),
      // Forced colors give every edge the same one.
      '@media (forced-colors: active)': { outline: '2px solid Highlight' },
      // A thicker edge beside the color, for people who do not see the color.
      boxShadow: `inset 0 -2px 0 ${tokens.colorCompoundBrandStroke}`,
    },
  },
})

interface AttentionStripProps {
  findings: readonly Finding[]
  chosen: Attention | undefined
  onChoose: (attention: Attention | undefined) => void
}

/** Shows the findings about cost and risk; each is a button that filters the tenants. */
export function AttentionStrip({ findings, chosen, onChoose }: AttentionStripProps) {
  const styles = useStyles()
  const format = useFormat()
  const id = useId()
  if (findings.length === 0) return null
  return (
    <Stack as="section" gap={8} aria-labelledby={id}>
      <Text as="h2" variant="subtitle" id={id}>
        Needs attention
      </Text>
      <div ref={oneTabStop} role="toolbar" aria-labelledby={id} className={styles.findings}>
        {findings.map((finding) => {
          const { headline, detail } = findingText(finding, format)
          const Icon = ICONS[finding.kind]
          const isChosen = chosen === finding.kind
          return (
            <ChoiceCard
              key={finding.kind}
              isChosen={isChosen}
              onClick={() => onChoose(isChosen ? undefined : finding.kind)}
            >
              <span className={styles.finding}>
                <Icon className={styles.icon} aria-hidden />
                <Stack as="span" gap={4}>
                  <Text variant="strong">{headline}</Text>
                  <span className={styles.detail} title={detail}>
                    {detail}
                  </span>
                </Stack>
              </span>
            </ChoiceCard>
          )
        })}
      </div>
    </Stack>
  )
}

interface ChoiceCardProps {
  isChosen: boolean
  onClick: () => void
  children: ReactNode
}

/** A card that filters the table while it is pressed. */
export function ChoiceCard({ isChosen, onClick, children }: ChoiceCardProps) {
  const styles = useStyles()
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onClick}>
      {children}
    </button>
  )
}
