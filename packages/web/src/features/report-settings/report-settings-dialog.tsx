import {
  Dialog,
  DialogBody,
  DialogSurface,
  makeStyles,
  Tab,
  TabList,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReportSettings } from '@tenantscope/contract/branding'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { ClosableTitle } from '../../ui/closable-title.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import type { EditState } from '../../ui/form/use-saved-form.ts'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { LookFields } from './look-fields.tsx'
import { readLook, valuesOf } from './look-fields.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PanelForm } from './panel-form.tsx'
import type { PanelProps, Reading } from './panel-form.tsx'
import { ReadPanel } from './panel-form.tsx'
import { reportSettingsQuery, useSaveReportSettings } from './report-settings.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '860px' },
  body: {
    gridTemplateRows: 'auto auto 1fr auto',
    '@media screen and (max-width: 480px)': { gridTemplateRows: 'auto auto 1fr auto' },
  },
  // Fluent's tabs are inset: this aligns their labels with the title.
  tabs: {
    gridRowStart: 2,
    gridRowEnd: 2,
    gridColumnStart: 1,
    gridColumnEnd: 4,
    marginInlineStart: '-10px',
  },
  // Its parts are the dialog's own.
  panel: { display: 'contents' },
  hidden: { display: 'none' },
})

const PANELS = [
  { id: 'look', label: 'Branding', Panel: LookPanel },
  { id: 'mail', label: 'Mail', Panel: MailPanel },
] as const
type PanelId = (typeof PANELS)[number]['id']

/** The first one that a panel has is that of the dialog. */
const EDIT_STATES: readonly EditState[] = ['saving', 'changed']

interface ReportSettingsDialogProps {
  /** The panel that opens first. */
  first?: PanelId
  onClose: () => void
}

/** The branding and retention of reports, and the mail server; for administrators. */
export function ReportSettingsDialog({ first = 'look', onClose }: ReportSettingsDialogProps) {
  const styles = useStyles()
  const base = useId()
  const [chosen, setChosen] = useState<PanelId>(first)
  const [edits, setEdits] = useState<Partial<Record<PanelId, EditState>>>({})
  const states = Object.values(edits)
  const editState = EDIT_STATES.find((state) => states.includes(state)) ?? 'unchanged'
  const { unlessDirty, question } = useDiscardQuestion(editState, {
    text: 'Your changes are not saved yet.',
  })
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody className={styles.body}>
            <ClosableTitle onClose={requestClose}>Report settings</ClosableTitle>
            <TabList
              className={styles.tabs}
              selectedValue={chosen}
              onTabSelect={(_, { value }) =>
                setChosen(PANELS.find(({ id }) => id === value)?.id ?? 'look')
              }
            >
              {PANELS.map(({ id, label }) => (
                <Tab key={id} id={`${base}${id}`} value={id}>
                  {label}
                </Tab>
              ))}
            </TabList>
            {PANELS.map(({ id, Panel }) => (
              <TabPanel key={id} labelledBy={`${base}${id}`} isShown={id === chosen}>
                <Panel
                  onEdit={(state) => setEdits((all) => ({ ...all, [id]: state }))}
                  onClose={requestClose}
                />
              </TabPanel>
            ))}
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

interface TabPanelProps {
  labelledBy: string
  isShown: boolean
  children: ReactNode
}

/** Hidden ones stay as they are, with what was typed. */
function TabPanel({ labelledBy, isShown, children }: TabPanelProps) {
  const styles = useStyles()
  return (
    <div
      role="tabpanel"
      aria-labelledby={labelledBy}
      className={isShown ? styles.panel : styles.hidden}
    >
      {children}
    </div>
  )
}

/** The branding and retention of reports. */
function LookPanel(props: PanelProps) {
  const query = useQuery(reportSettingsQuery)
  return (
    <ReadPanel {...props} query={query} what="report settings">
      {(settings, reading) => <Look {...props} {...reading} settings={settings} />}
    </ReadPanel>
  )
}

interface LookProps extends PanelProps, Reading {
  settings: ReportSettings
}

function Look({ settings, ...panel }: LookProps) {
  const [version, setVersion] = useState(settings.version)
  const save = useSaveReportSettings()
  const form = useSavedForm({
    initial: valuesOf(settings),
    read: (values) => readLook(values, version),
    save: save.mutateAsync,
    onSaved: (saved) => {
      setVersion(saved.version)
      form.start(valuesOf(saved))
    },
  })
  return (
    <PanelForm {...panel} label="Branding" what="settings" form={form}>
      <LookFields form={form} stored={settings.branding} />
    </PanelForm>
  )
}
