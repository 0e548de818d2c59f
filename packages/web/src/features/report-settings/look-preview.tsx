import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { textOn } from '@tenantscope/analysis/color-contrast'

import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  figure: { margin: 0 },
  // As the labels of the fields beside it, so that the sheet is in line with the first one.
  caption: { ...typographyStyles.body1, padding: '2px 0 4px' },
  // A sheet of paper is white in both themes.
  sheet: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '16px',
    backgroundColor: '#ffffff',
    color: '#1b1f23',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  head: { display: 'flex', alignItems: 'center', gap: '12px' },
  logo: { maxHeight: '32px', maxWidth: '120px' },
  name: { ...typographyStyles.subtitle2 },
  band: { padding: '8px 12px', borderRadius: tokens.borderRadiusMedium },
  title: { ...typographyStyles.body1Strong },
  footer: {
    ...typographyStyles.caption1,
    color: '#57606a',
    borderTop: '1px solid #d0d7de',
    paddingTop: '8px',
  },
})

interface LookPreviewProps {
  name: string
  /** #rrggbb. */
  accentColor: string
  footer: string
  logo: string | null
}

/** The head and foot of a report with this look. */
export function LookPreview({ name, accentColor, footer, logo }: LookPreviewProps) {
  const styles = useStyles()
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Preview</figcaption>
      <div className={styles.sheet}>
        {(logo !== null || name.trim() !== '') && (
          <div className={styles.head}>
            {logo !== null && <img className={styles.logo} src={logo} alt="" />}
            <span className={styles.name}>
              <ForeignText wrap>{name}</ForeignText>
            </span>
          </div>
        )}
        <div
          className={styles.band}
          style={{ backgroundColor: accentColor, color: textOn(accentColor) }}
        >
          <span className={styles.title}>User to License Report</span>
        </div>
        {footer.trim() !== '' && (
          <div className={styles.footer}>
            <ForeignText wrap>{footer}</ForeignText>
          </div>
        )}
      </div>
    </figure>
  )
}
