import type { ReportDocument, ReportDocuments } from '@tenantscope/contract/any-report'
import type { ReportType } from '@tenantscope/contract/report-document'

/** One function for each type of report. */
export type ByReportType<Arguments extends readonly unknown[], Result> = {
  readonly [Type in ReportType]: (document: ReportDocuments[Type], ...rest: Arguments) => Result
}

/** Calls the function of the document's type. */
export function forReport<Arguments extends readonly unknown[], Result>(
  functions: ByReportType<Arguments, Result>,
  document: ReportDocument,
  ...rest: Arguments
): Result {
  return functionOf(functions, document.reportType)(document, ...rest)
}

/** Returns the function of a type, in a form in which its type and its document belong together. */
function functionOf<Type extends ReportType, Arguments extends readonly unknown[], Result>(
  functions: ByReportType<Arguments, Result>,
  type: Type,
): (document: ReportDocuments[Type], ...rest: Arguments) => Result {
  return functions[type]
}
