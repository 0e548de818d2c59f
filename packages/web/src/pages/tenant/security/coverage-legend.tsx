import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { outcomeText, SITUATION_TEXTS } from '@tenantscope/analysis/coverage/situation-text'
import { SituationOutcome } from '@tenantscope/contract/coverage'

import { OutcomeMark } from './outcome-mark.tsx'

const useStyles = makeStyles({
  legend: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    '& summary': { cursor: 'pointer', width: 'fit-content' },
  },
  lists: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: '8px 24px',
    paddingTop: '8px',
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  entry: { display: 'flex', alignItems: 'center', gap: '8px' },
  number: { minWidth: '16px', fontWeight: tokens.fontWeightSemibold },
})

/** What the numbers and the symbols of the list mean. */
export function CoverageLegend() {
  const styles = useStyles()
  return (
    <details open className={styles.legend}>
      <summary>Situations and symbols</summary>
      <div className={styles.lists}>
        <ul className={styles.list} aria-label="Situations">
          {SITUATION_TEXTS.map(({ number, name, description, isCounted }) => (
            <li key={number} className={styles.entry}>
              <span className={styles.number}>{number}</span>
              <span>
                <strong>{name}</strong>: {description}
                {!isCounted && ' (shown, not counted)'}
              </span>
            </li>
          ))}
        </ul>
        <ul className={styles.list} aria-label="Symbols">
          {SituationOutcome.options.map((outcome) => (
            <li key={outcome} className={styles.entry}>
              <OutcomeMark outcome={outcome} />
              {outcomeText(outcome)}
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
