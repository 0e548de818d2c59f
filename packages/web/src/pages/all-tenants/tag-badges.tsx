import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  tags: { display: 'flex', gap: '4px', minWidth: 0, overflow: 'hidden' },
  tag: {
    flexShrink: 1,
    minWidth: '24px',
    maxWidth: '160px',
    padding: '0 6px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    // Forced colors drop backgrounds.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    outlineOffset: '-1px',
  },
})

/** Staff's words for a tenant, in one line; all of them in the tooltip. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  const styles = useStyles()
  if (tags.length === 0) return null
  return (
    <span className={styles.tags} title={`Tags: ${tags.join(', ')}`}>
      {tags.map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
    </span>
  )
}
