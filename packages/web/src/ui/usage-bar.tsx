import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  track: {
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
    overflow: 'hidden',
    // Forced colors drop backgrounds; the outline keeps the bar visible.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
  filled: {
    height: '100%',
    borderRadius: 'inherit',
    backgroundColor: tokens.colorCompoundBrandBackground,
    '@media (forced-colors: active)': {
      backgroundColor: 'CanvasText',
      forcedColorAdjust: 'none',
    },
  },
  warning: { backgroundColor: tokens.colorStatusWarningForeground3 },
  bad: { backgroundColor: tokens.colorStatusDangerForeground3 },
})

interface UsageBarProps {
  /** Capped at 100 in the drawing. */
  percent: number
  tone?: 'normal' | 'warning' | 'bad'
}

/** Shows a usage as a bar beside its number. */
export function UsageBar({ percent, tone = 'normal' }: UsageBarProps) {
  const styles = useStyles()
  const width = Math.min(100, Math.max(0, percent))
  return (
    <div className={styles.track} aria-hidden>
      <div
        className={mergeClasses(
          styles.filled,
          tone === 'warning' && styles.warning,
          tone === 'bad' && styles.bad,
        )}
        style={{ width: `${width}%` }}
      />
    </div>
  )
}
