import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckboxChecked20Filled } from '@fluentui/react-icons/svg/checkbox-checked'
import { CheckboxUnchecked20Regular } from '@fluentui/react-icons/svg/checkbox-unchecked'

/** The styles of a scrolling list of options and of each option. */
export const useOptionStyles = makeStyles({
  scroller: {
    flex: '1 1 auto',
    minHeight: '160px',
    overflowY: 'auto',
    overflowX: 'hidden',
    // A range is chosen with the Shift key, which would select text.
    userSelect: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  option: {
    cursor: 'pointer',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  // Only while the list has the focus: elsewhere it would mean nothing.
  active: {
    '[role="listbox"]:focus-visible &': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-3px',
    },
  },
})

const useBoxStyles = makeStyles({
  box: { display: 'flex', color: tokens.colorNeutralStrokeAccessible },
  checked: { color: tokens.colorCompoundBrandForeground1 },
})

/** Shows whether an option is selected; screen readers read `aria-selected` of the option. */
export function OptionBox({ isChosen }: { isChosen: boolean }) {
  const styles = useBoxStyles()
  return (
    <span className={mergeClasses(styles.box, isChosen && styles.checked)} aria-hidden>
      {isChosen ? <CheckboxChecked20Filled /> : <CheckboxUnchecked20Regular />}
    </span>
  )
}
