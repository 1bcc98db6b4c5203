/** Turns OpenAPI documents into TypeScript: by file name, JSON documents in (stdin), source texts out (stdout). */
import { json } from 'node:stream/consumers';

import openapiTS, { astToString } from 'openapi-typescript';

const OPTIONS = {
  // A field with a default may be left out of a request.
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  // Each schema is exported by its own name, too.
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  silent: true,
};

const documents = await json(process.stdin);
const texts = {};
for (const [file, document] of Object.entries(documents)) texts[file] = astToString(await openapiTS(document, OPTIONS));
process.stdout.write(JSON.stringify(texts));
