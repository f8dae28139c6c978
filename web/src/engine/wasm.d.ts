// What Vite makes of an import that ends in ?url: the address of the file.
declare module "*.wasm?url" {
  const address: string;
  export default address;
}
