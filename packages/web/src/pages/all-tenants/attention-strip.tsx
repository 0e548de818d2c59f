import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Money20Regular } from '@fluentui/react-icons/svg/money'
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected'
import { ShieldError20Regular } from '@fluentui/react-icons/svg/shield-error'
import { useId } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import type { Attention } from './all-tenants-view.ts'
import type { Finding, StripFinding } from './attention.ts'
import { ChoiceCard } from './choice-card.tsx'
import { findingText } from './finding-text.ts'

const ICONS: Record<StripFinding, FluentIcon> = {
  unusedSeats: Money20Regular,
  mfaAbsent: ShieldError20Regular,
  unread: PlugDisconnected20Regular,
}

const useStyles = makeStyles({
  strip: { display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  findings: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gap: '8px' },
  },
  finding: { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: '12px' },
  icon: { color: tokens.colorStatusWarningForeground1 },
  words: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  headline: typographyStyles.body1Strong,
  detail: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

interface AttentionStripProps {
  findings: readonly Finding[]
  chosen: Attention | undefined
  onChoose: (attention: Attention | undefined) => void
}

/** What is worth money or worry, each a button that shows the tenants behind it. */
export function AttentionStrip({ findings, chosen, onChoose }: AttentionStripProps) {
  const styles = useStyles()
  const format = useFormat()
  const id = useId()
  if (findings.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        Needs attention
      </h2>
      <div className={styles.findings}>
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
                <span className={styles.words}>
                  <span className={styles.headline}>{headline}</span>
                  <span className={styles.detail} title={detail}>
                    {detail}
                  </span>
                </span>
              </span>
            </ChoiceCard>
          )
        })}
      </div>
    </section>
  )
}
