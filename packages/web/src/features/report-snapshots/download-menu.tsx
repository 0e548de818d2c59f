import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
} from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { REPORT_FORMATS, ReportFormat } from '@tenantscope/contract/report-document'

interface DownloadMenuProps {
  /** Which report it is, for who does not see the row. */
  name: string
  /** The format that is on its way; null while none of this report is. */
  running: ReportFormat | null
  /** Another download has to end first. */
  isBusy: boolean
  onDownload: (format: ReportFormat) => void
}

/** A report again, in any format; the one in progress is marked. */
export function DownloadMenu({ name, running, isBusy, onDownload }: DownloadMenuProps) {
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={running === null ? <ArrowDownload20Regular /> : <Spinner size="tiny" />}
          disabledFocusable={isBusy}
          aria-label={`Download the report of ${name}`}
          title={isBusy && running === null ? 'Another download is in progress' : ''}
        >
          {running === null ? 'Download' : `${REPORT_FORMATS[running].name}...`}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {ReportFormat.options.map((format) => (
            <MenuItem key={format} onClick={() => onDownload(format)}>
              {REPORT_FORMATS[format].name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
