import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useId } from 'react'

const useStyles = makeStyles({
  whole: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: '4px 0 0',
    paddingInlineStart: '16px',
  },
  consequence: { color: tokens.colorNeutralForeground2 },
})

/** What a cloud does not have, and what that means here; nothing for the one that has it all. */
export function CloudGaps({ cloud }: { cloud: AzureConfig['clouds'][number] }) {
  const styles = useStyles()
  const id = useId()
  if (cloud.lacks.length === 0) return null
  return (
    <section className={styles.whole} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        What {cloud.name} lacks
      </h3>
      <ul className={styles.list}>
        {cloud.lacks.map(({ name, consequence }) => (
          <li key={name}>
            {name} <span className={styles.consequence}>– {consequence}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
