/** The types of requests and replies by method and address, from the server's OpenAPI document. */
import type { paths } from './schema';

export type Method = 'get' | 'post' | 'delete';

/** An address by its parts: `matches/x/setup` is `['matches', 'x', 'setup']`. */
type Parts<Address extends string> = Address extends `${infer First}/${infer Rest}` ? [First, ...Parts<Rest>] : [Address];

/** Whether an address is one of a route, in which `{name}` stands for any text. */
type Fits<Given, Known> = Given extends [infer One, ...infer Others]
  ? Known extends [infer Part, ...infer Rest]
    ? Part extends `{${string}}`
      ? Fits<Others, Rest>
      : [One] extends [Part]
        ? Fits<Others, Rest>
        : false
    : false
  : Known extends []
    ? true
    : false;

type Route<Address extends string> = {
  [Path in keyof paths]: Fits<Parts<`/api${Address}`>, Parts<Path>> extends true ? paths[Path] : never;
}[keyof paths];

type Operation<M extends Method, Address extends string> = Route<Address> extends infer Operations
  ? Operations extends Record<M, infer Found>
    ? Found
    : never
  : never;

type Json<Content> = Content extends { content: { 'application/json': infer Data } } ? Data : never;

/** An address that the server knows; else a type that no text has. */
export type Known<M extends Method, Address extends string> = [Operation<M, Address>] extends [never] ? never : Address;

/** The JSON that is sent. */
export type Body<M extends Method, Address extends string> = Operation<M, Address> extends { requestBody: infer Content }
  ? Json<Content>
  : Record<string, never>;

/** The JSON that is answered. */
export type Reply<M extends Method, Address extends string> = Operation<M, Address> extends { responses: infer Replies }
  ? Json<Replies[keyof Replies & (200 | 201)]>
  : never;
