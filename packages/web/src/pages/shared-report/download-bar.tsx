import { REPORT_FORMATS, ReportFormat } from '@tenantscope/contract/report-document'

import { useStore } from '../../lib/store.ts'
import type { Download, Visit } from './visit.ts'

/** The report as a file. One at a time: the others wait until it is there. */
export function DownloadBar({ visit }: { visit: Visit }) {
  const download = useStore(visit.download)
  return (
    <section className="downloads" aria-label="Download the report">
      <div className="buttons">
        {ReportFormat.options.map((format) => (
          <DownloadButton
            key={format}
            format={format}
            download={download}
            onPress={() => void visit.save(format)}
          />
        ))}
      </div>
      <output className="outcome">
        <Outcome download={download} />
      </output>
    </section>
  )
}

interface DownloadButtonProps {
  format: ReportFormat
  download: Download
  onPress: () => void
}

function DownloadButton({ format, download, onPress }: DownloadButtonProps) {
  const isRunning = download.kind === 'running' && download.format === format
  const { name } = REPORT_FORMATS[format]
  return (
    <button
      type="button"
      className="button"
      // Not `disabled`, which would lose the focus.
      aria-disabled={download.kind === 'running'}
      aria-busy={isRunning}
      aria-label={isRunning ? `Downloading ${name}` : `Download ${name}`}
      onClick={onPress}
    >
      {isRunning ? <span className="spinner" aria-hidden /> : <DownloadIcon />}
      {name}
    </button>
  )
}

function Outcome({ download }: { download: Download }) {
  switch (download.kind) {
    case 'none':
      return null
    case 'running':
      return `Preparing ${REPORT_FORMATS[download.format].name}…`
    case 'complete':
      return (
        <span className="complete">
          <OutcomeIcon path="m4.5 8.2 2.4 2.4 4.6-5" />
          <span>
            <strong>Download Complete</strong> <bdi>{download.fileName}</bdi>
          </span>
        </span>
      )
    default:
      return (
        <span className="failed">
          <OutcomeIcon path="m5.2 5.2 5.6 5.6m0-5.6-5.6 5.6" />
          <span>
            <strong>Download Failed</strong> {download.message}
          </span>
        </span>
      )
  }
}

function DownloadIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M8 2v8m0 0 3.2-3.2M8 10 4.8 6.8M3 13.5h10" />
    </svg>
  )
}

/** A shape beside the words, in a circle. */
function OutcomeIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" />
      <path d={path} />
    </svg>
  )
}
